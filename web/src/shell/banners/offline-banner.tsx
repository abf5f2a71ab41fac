import { useSyncExternalStore } from 'react'
import { isOnline } from '../../browser/features.ts'
import { Banner } from '../../ui/banner.tsx'

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
