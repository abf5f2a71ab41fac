import type { Locator, Page } from 'playwright-core'

/** More stops than any of our pages has. */
const MOST_STOPS = 150

/** Presses Tab until this has focus. Looks for it by its name only when it was rendered anew: that takes longer than a press. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  let element = await wanted.elementHandle()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab')
    if (!(await element!.evaluate(({ isConnected }) => isConnected))) element = await wanted.elementHandle()
    if (await element!.evaluate((one) => one === document.activeElement)) return
  }
  throw new Error(`Tab never reaches ${String(wanted)}`)
}
