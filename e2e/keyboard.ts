import type { Locator, Page } from 'playwright-core'

/** More stops than any of our pages has. */
const MOST_STOPS = 150

/** Presses Tab until this has focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never reaches ${String(wanted)}`)
}
