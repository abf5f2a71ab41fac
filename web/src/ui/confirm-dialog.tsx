import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  children: ReactNode
  confirm: string
  pending?: string | false
  onConfirm: () => void
  onClose: () => void
}

/** Asked before what cannot be undone. The browser's own dialog keeps the focus inside and Escape closes it. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  pending = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const titleId = useId() // a page may hold several: each is named by its own title
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-6 text-ink shadow-2xl backdrop:bg-black/60"
    >
      <h2 id={titleId} className="text-2xl text-pretty">
        {title}
      </h2>
      <div className="mt-3 text-quiet">{children}</div>
      <div className="mt-6 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button look="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button look="danger" pending={pending} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
