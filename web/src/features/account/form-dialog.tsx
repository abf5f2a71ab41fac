import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type Props = {
  title: string
  children: ReactNode
  submit: string
  look?: 'primary' | 'danger'
  pending: string | false
  onSubmit: () => void
  onClose: () => void
}

/** Something to fill in before going on; open as long as it is drawn. Escape closes it. */
export function FormDialog({ title, children, submit, look = 'primary', pending, onSubmit, onClose }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  function onFormSubmit(event: FormEvent) {
    event.preventDefault()
    if (pending === false) onSubmit()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-6 text-ink shadow-2xl backdrop:bg-black/60"
    >
      <form noValidate onSubmit={onFormSubmit} className="flex flex-col gap-5">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {children}
        <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
          <Button look="secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button type="submit" look={look} pending={pending}>
            {submit}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
