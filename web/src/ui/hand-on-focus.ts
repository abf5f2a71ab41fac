/** A ref within a list's item: once the item is gone with the focus in it, its section's heading has the focus. */
export function handOnFocus(part: HTMLElement | null) {
  const item = part?.closest('li')
  const heading = item?.closest('section')?.querySelector('h2')
  return () => {
    if (!heading || !item?.contains(document.activeElement)) return
    heading.tabIndex = -1
    queueMicrotask(() => heading.focus({ preventScroll: true }))
  }
}
