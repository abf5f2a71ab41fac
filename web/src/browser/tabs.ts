// Messages between this browser's tabs. Tabs without BroadcastChannel learn the same from the server.

/** One per tab, because a channel doesn't hear itself. */
let opened: BroadcastChannel | null | undefined

function channel(): BroadcastChannel | null {
  if (opened !== undefined) return opened
  try {
    opened = new BroadcastChannel('tabs')
  } catch {
    opened = null
  }
  return opened
}

export function tellTabs(news: string): void {
  channel()?.postMessage(news)
}

/** Returns the unsubscribe function. */
export function hearTabs(listener: (news: unknown) => void): () => void {
  const open = channel()
  const onMessage = ({ data }: MessageEvent<unknown>) => listener(data)
  open?.addEventListener('message', onMessage)
  return () => open?.removeEventListener('message', onMessage)
}
