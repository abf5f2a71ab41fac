import { type ReactNode, useSyncExternalStore } from 'react'
import { isOnline } from '../../browser/features.ts'

/** A message above the page; false shows nothing. Announced when it appears. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <div className="border-b border-warn/30 bg-warn-tint px-4 py-2.5 text-center text-warn sm:px-6">{children}</div>
      )}
    </div>
  )
}

/** Calls don't depend on this device being online. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <Banner>
      {!online && "You're offline. This may be out of date and you can't save changes. Your calls will still ring."}
    </Banner>
  )
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true)

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
