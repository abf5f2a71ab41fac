import type { Page } from 'playwright-core'

/** A window of 1280 × 1024 at 200 % and at 400 %, in CSS pixels; the latter is as narrow as the smallest phone. */
const ZOOMED = [
  { percent: 200, width: 640, height: 512 },
  { percent: 400, width: 320, height: 256 },
]

/**
 * What a person who reads at 200 % or 400 % could not see: a page that scrolls sideways, words that stand out of it or
 * are cut off, and bars that take more than half of the window. One line a place; empty is good.
 */
export async function zoomFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const { percent, ...size } of ZOOMED) {
    await page.setViewportSize(size)
    for (const fault of await page.evaluate(cutOff)) faults.push(`${percent} %: ${fault}`)
  }
  return faults
}

/** Runs in the page. */
function cutOff(): string[] {
  const faults: string[] = []
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} '${(element.textContent || element.getAttribute('name') || '').trim().slice(0, 40)}'`
  // What a clock's field shows lies in the browser's own hands: a copy without a width tells how much room it wants.
  const widthWanted = (field: HTMLElement) => {
    const copy = field.cloneNode() as HTMLElement
    field.after(copy)
    Object.assign(copy.style, { position: 'absolute', width: 'max-content', maxWidth: 'none', visibility: 'hidden' })
    const wanted = copy.offsetWidth
    copy.remove()
    return wanted
  }
  const sideways = document.documentElement.scrollWidth - innerWidth
  if (sideways > 0) faults.push(`scrolls sideways by ${sideways} px`)
  let held = 0
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const box = element.getBoundingClientRect()
    const { overflowX, overflowY, position, visibility } = getComputedStyle(element)
    // What only a screen reader reads is one pixel wide on purpose.
    if (box.width <= 1 || box.height <= 1 || visibility === 'hidden' || element.closest('.sr-only') !== null) continue
    const hasWords = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    if (hasWords && (box.right > innerWidth + 1 || box.left < -1))
      faults.push(`stands out of the page: ${name(element)}`)
    const clips = (overflow: string) => ['hidden', 'clip'].includes(overflow)
    const isCut =
      (clips(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (clips(overflowY) && element.scrollHeight > element.clientHeight + 1)
    if (hasWords && isCut) faults.push(`is cut off: ${name(element)}`)
    if (element.matches('input[type=time], input[type=date]') && widthWanted(element) > element.offsetWidth + 1) {
      faults.push(`hides a part of its value: ${name(element)}`)
    }
    const stays = position === 'fixed' || (position === 'sticky' && box.top > 0)
    if (stays && box.width > innerWidth / 2 && box.height > 0) held += box.height
  }
  if (held > innerHeight / 2) faults.push(`bars take ${Math.round(held)} of ${innerHeight} px`)
  return faults
}
