// What one tab tells the others of this browser; one that has no channel for it hears it from the server.

/** One for all, because a channel doesn't hear itself. */
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

/** Returns its end. */
export function hearTabs(listener: (news: unknown) => void): () => void {
  const open = channel()
  const onMessage = ({ data }: MessageEvent<unknown>) => listener(data)
  open?.addEventListener('message', onMessage)
  return () => open?.removeEventListener('message', onMessage)
}
