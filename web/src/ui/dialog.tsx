import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { type Complaint, Failure } from './form/field.tsx'
import { Form } from './form/form.tsx'
import { ToastRegion } from './toast/toast-region.tsx'

type Props = {
  title: string
  children: ReactNode
  confirm: string
  cancel?: string
  look?: 'primary' | 'danger'
  pending: string | false
  complaint?: Complaint | null
  onConfirm: () => void
  onClose: () => void
}

/** Open while rendered. The native dialog makes the rest of the page inert, so toasts appear in it too. */
export function Dialog({ title, children, confirm, cancel = 'Cancel', pending, complaint = null, ...dialog }: Props) {
  const { look = 'primary', onConfirm, onClose } = dialog
  const titleId = useId() // a page may have several
  return (
    <dialog
      ref={openWhileDrawn}
      aria-labelledby={titleId}
      // Strict mode mounts twice: reopen what the first cleanup closed.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      className="m-auto mb-(--below,auto) max-h-[calc(100dvh-1rem-var(--below,1rem))] w-[min(30rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-6 text-ink shadow-2xl backdrop:bg-black/60"
    >
      <Form onSubmit={() => pending === false && onConfirm()} className="flex flex-col gap-5">
        <h2 id={titleId} className="text-2xl text-pretty">
          {title}
        </h2>
        {children}
        <Failure complaint={complaint} />
        <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
          <Button look="secondary" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" look={look} pending={pending}>
            {confirm}
          </Button>
        </div>
      </Form>
      <ToastRegion inDialog />
    </dialog>
  )
}

type DangerProps = Pick<Props, 'title' | 'confirm' | 'cancel' | 'children' | 'onClose'> & {
  request: { isPending: boolean; complaint: Complaint | null; mutate: () => void }
  pendingLabel: string
}

/** Confirms a request that takes something away. */
export function DangerDialog({ request, pendingLabel, children, ...words }: DangerProps) {
  const { isPending, complaint, mutate } = request
  return (
    <Dialog
      {...words}
      look="danger"
      pending={isPending && pendingLabel}
      complaint={complaint}
      onConfirm={() => mutate()}
    >
      <p className="text-quiet">{children}</p>
    </Dialog>
  )
}

/** Errors make it grow upward, so buttons stay put. Closed before it's removed, so that the focus returns. */
function openWhileDrawn(dialog: HTMLDialogElement) {
  dialog.showModal()
  const below = innerHeight - dialog.getBoundingClientRect().bottom
  dialog.style.setProperty('--below', `${(100 * below) / innerHeight}dvh`) // relative, so rotating a phone keeps it
  return () => dialog.close()
}
