import { useSyncExternalStore } from 'react'

/** Says so when this device is offline, and that the calls do not depend on it. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className="bg-warn-tint px-4 py-2.5 text-center text-warn">
          You are offline. What you see may be old, and nothing can be saved; your scheduled calls still ring.
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
