/** One per tab, because a channel doesn't hear itself. */
let opened: BroadcastChannel | null | undefined

/** Tells this browser's other tabs of a logout. Where it's missing, they learn of it from the server. */
export function otherTabs(): BroadcastChannel | null {
  if (opened !== undefined) return opened
  try {
    opened = new BroadcastChannel('tabs')
  } catch {
    opened = null
  }
  return opened
}
