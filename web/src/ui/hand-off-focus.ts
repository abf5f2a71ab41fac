/** A ref inside a list's item: if the item is removed while it has the focus, its section's heading gets the focus. */
export function handOffFocus(part: HTMLElement | null) {
  const item = part?.closest('li')
  const heading = item?.closest('section')?.querySelector('h2')
  return () => {
    if (!heading || !item?.contains(document.activeElement)) return
    heading.tabIndex = -1
    queueMicrotask(() => heading.focus({ preventScroll: true }))
  }
}
