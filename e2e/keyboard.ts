import type { Locator, Page } from 'playwright-core'

/** More stops than any page of ours has. */
const MOST_STOPS = 150

/** Presses Tab until the focus is on this; nothing else leads there. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`no Tab leads to ${String(wanted)}`)
}
