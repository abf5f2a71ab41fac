import { useEffect, useRef, useState, type RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { X } from '../icons/icons.tsx'
import { toastStore, type Toast } from './toast-store.ts'

/**
 * Shows the toast above the bottom bar on a phone, in the corner on a desktop. `inDialog`: below the dialog's question,
 * never over it, and only a toast that came after the dialog opened.
 */
export function ToastRegion({ inDialog = false }: { inDialog?: boolean }) {
  const [before] = useState(inDialog ? toastStore.current : null)
  const current = toastStore.use()
  const toast = current === before ? null : current
  const region = useRef<HTMLElement>(null)
  useHoldWhileAttended(region)
  return (
    <section
      ref={region}
      aria-label="Messages"
      className={classNames(
        'pointer-events-none',
        inDialog
          ? 'has-[p]:mt-5'
          : 'fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-50 sm:left-auto sm:w-96 short:bottom-4 lg:bottom-6 max-lg:not-short:[body:has(.form-actions)_&]:bottom-40',
      )}
    >
      <div role="status" className="contents">
        {toast?.tone === 'info' && <ToastCard key={toast.id} toast={toast} />}
      </div>
      <div role="alert" className="contents">
        {toast?.tone === 'error' && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>
  )
}

// Pause under the mouse or with focus inside, so it can be read and its undo reached.
function useHoldWhileAttended(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = region
    const hold = () => toastStore.hold(true)
    const release = () => toastStore.hold(false)
    const listening = new AbortController()
    for (const type of ['mouseenter', 'focusin']) current?.addEventListener(type, hold, listening)
    for (const type of ['mouseleave', 'focusout']) current?.addEventListener(type, release, listening)
    return () => {
      listening.abort()
      release() // an element removed under the mouse never fires its leave event
    }
  }, [region])
}

function ToastCard({ toast: { title, message, tone, action } }: { toast: Toast }) {
  const before = useRef<HTMLElement>(null)
  useEffect(() => void (before.current = document.activeElement as HTMLElement), [])
  function dismiss() {
    toastStore.dismiss()
    before.current?.focus({ preventScroll: true })
  }
  return (
    <div
      className={classNames(
        'pointer-events-auto flex animate-settle items-start gap-3 rounded-field border bg-surface py-3 pr-2 pl-4 shadow-xl shadow-(color:--shadow)',
        tone === 'error' ? 'border-bad/60' : 'border-line',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames('mt-1.5 size-2.5 shrink-0 rounded-full', tone === 'error' ? 'bg-bad' : 'bg-sun')}
      />
      <div className="min-w-0 flex-1 py-0.5">
        <p className="font-semibold">{title}</p>
        {message && <p className="text-sm text-quiet">{message}</p>}
        {action && (
          <button
            type="button"
            className="mt-1 -ml-2 min-h-11 rounded-lg px-2 font-semibold text-sun-text underline underline-offset-4"
            onClick={() => {
              dismiss()
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-11 shrink-0 place-items-center rounded-full text-quiet hover:bg-raised"
        onClick={dismiss}
      >
        <X className="size-4" />
      </button>
    </div>
  )
}
