import { useSyncExternalStore } from 'react'
import { isOnline } from '../../browser/features.ts'
import { Banner } from '../../ui/banner.tsx'

/** Shown when this device is offline: the calls do not depend on it. */
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
