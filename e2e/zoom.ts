import type { Page } from 'playwright-core'

/** A window of 1280 × 1024 at 200 % and at 400 %, in CSS pixels. The latter is as narrow as the smallest phone. */
const ZOOMED = [
  { percent: 200, width: 640, height: 512 },
  { percent: 400, width: 320, height: 256 },
]

/**
 * Finds what hurts a person who reads at 200 % or 400 %: a page that scrolls sideways, text that overflows or is cut
 * off, and bars that take more than half of the window. Returns one line for each.
 */
export async function zoomFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const { percent, ...size } of ZOOMED) {
    await page.setViewportSize(size)
    await page.evaluate(async () => void (await document.fonts.ready)) // the fallback font is wider
    const found = [await page.evaluate(sideways), ...(await page.evaluate(cutOff)), await page.evaluate(heldByBars)]
    faults.push(...found.filter((fault) => fault !== '').map((fault) => `${percent} %: ${fault}`))
  }
  return faults
}

// These three run in the page, so they can't use anything from outside.

function sideways(): string {
  const tooWide = document.documentElement.scrollWidth - innerWidth
  return tooWide > 0 ? `scrolls sideways by ${tooWide} px` : ''
}

function cutOff(): string[] {
  // The text of a time field is in the browser's shadow tree, so measure a copy without a width.
  const widthWanted = (field: HTMLElement) => {
    const copy = field.cloneNode() as HTMLElement
    field.after(copy)
    Object.assign(copy.style, { position: 'absolute', width: 'max-content', maxWidth: 'none', visibility: 'hidden' })
    const wanted = copy.offsetWidth
    copy.remove()
    return wanted
  }
  const faultOf = (element: HTMLElement): string => {
    if (element.matches('input[type=time], input[type=date]')) {
      return widthWanted(element) > element.offsetWidth + 1 ? 'hides a part of its value' : ''
    }
    const words = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    if (!words) return ''
    const { left, right } = element.getBoundingClientRect()
    if (right > innerWidth + 1 || left < -1) return 'extends beyond the page'
    const { overflowX, overflowY } = getComputedStyle(element)
    const clips = (overflow: string) => ['hidden', 'clip'].includes(overflow)
    const isCut =
      (clips(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (clips(overflowY) && element.scrollHeight > element.clientHeight + 1)
    return isCut ? 'is cut off' : ''
  }
  return [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect()
    // Text for screen readers only is one pixel wide on purpose.
    const seen = width > 1 && height > 1 && element.closest('.sr-only') === null
    const fault = seen && getComputedStyle(element).visibility !== 'hidden' ? faultOf(element) : ''
    const name = (element.textContent || element.getAttribute('name') || '').trim().slice(0, 40)
    return fault === '' ? [] : [`${fault}: ${element.tagName.toLowerCase()} '${name}'`]
  })
}

function heldByBars(): string {
  let held = 0
  for (const element of document.body.querySelectorAll('*')) {
    const { top, width, height } = element.getBoundingClientRect()
    const { position } = getComputedStyle(element)
    const stays = position === 'fixed' || (position === 'sticky' && top > 0)
    if (stays && width > innerWidth / 2 && height > 1) held += height
  }
  return held > innerHeight / 2 ? `bars take ${Math.round(held)} of ${innerHeight} px` : ''
}
