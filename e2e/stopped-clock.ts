import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Stops the page's clock, which `page.clock.install()` replaced before its first page. `page.clock.resume()` starts it again. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 10_000) // never in the page's past, however busy the machine
}

/** Waits for what needs no time but timers of 0 ms, which a stopped clock holds too. */
export async function expectAtOnce(page: Page, happened: () => Promise<boolean>): Promise<void> {
  await expectWhileRunning(page, 0, happened)
}

/** Fails if it happens before this much of the page's time has passed, or much later. The clock stands before and after. */
export async function expectAfter(page: Page, ms: number, happened: () => Promise<boolean>): Promise<void> {
  await page.clock.runFor(ms - 1)
  expect(await happened(), `before ${ms} ms`).toBe(false)
  await expectWhileRunning(page, 1, happened)
}

const expectWhileRunning = (page: Page, ms: number, happened: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await page.clock.runFor(ms)
      return happened()
    })
    .toBe(true)

/** Whether the page is there. */
export const isAt = (page: Page, path: string) => async (): Promise<boolean> => new URL(page.url()).pathname === path
