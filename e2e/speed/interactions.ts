import type { CDPSession, Page } from 'playwright-core'
import { activeSwitch, chooseInMenu } from '../web-person.ts'

/** Something that a person presses on a page. */
export type Interaction = { says: string; path: string; press: (page: Page) => Promise<unknown> }

const SLOWED_DOWN = 4
const TIMES = 3

/** The most frequent presses, and those that render the most. */
export const interactions: readonly Interaction[] = [
  { says: 'open a question', path: '/help', press: (page) => page.locator('summary').nth(2).click() },
  { says: 'choose a theme', path: '/', press: (page) => page.getByLabel('Theme').selectOption('dark') },
  {
    says: 'open the menu',
    path: '/dashboard',
    press: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
  {
    says: 'open the deletion dialog',
    path: '/dashboard',
    press: (page) => chooseInMenu(page, '', 'Delete'),
  },
  {
    says: 'pause a call',
    path: '/dashboard',
    press: (page) => activeSwitch(page).click(),
  },
  {
    says: 'choose all days',
    path: '/schedule-call',
    press: (page) => page.getByRole('button', { name: 'Select All' }).click(),
  },
  {
    says: 'choose one day',
    path: '/schedule-call',
    press: (page) => page.getByRole('checkbox', { name: 'Saturday' }).check(),
  },
  {
    says: 'open the cities',
    path: '/schedule-call',
    press: (page) => page.getByRole('button', { name: 'Time zone' }).click(),
  },
  {
    says: 'search a city',
    path: '/schedule-call',
    async press(page) {
      await page.getByRole('button', { name: 'Time zone' }).click()
      await page.getByRole('combobox', { name: 'Time zone' }).pressSequentially('san')
    },
  },
  {
    says: 'save a schedule',
    path: '/dashboard',
    async press(page) {
      await chooseInMenu(page, '', 'Edit')
      const save = page.getByRole('button', { name: 'Update' })
      await save.waitFor()
      await page.evaluate(() => ((Reflect.get(window, 'interactionDurations') as number[]).length = 0))
      await save.click()
    },
  },
  {
    says: 'choose a goal',
    path: '/personalization?step=1',
    press: (page) => page.getByRole('checkbox', { name: 'Study' }).click(),
  },
  {
    says: 'go to another page',
    path: '/dashboard',
    press: (page) =>
      page
        .getByRole('navigation', { name: 'Pages' })
        .filter({ visible: true })
        .getByRole('link', { name: 'History' })
        .click(),
  },
]

/** The median, over three tries, of the slowest time from a press to the next frame (ms). */
export async function slowestOf(page: Page, { path, press }: Interaction): Promise<number> {
  const slowest: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' })
    await page.evaluate(noteInteractions)
    const devtools = await page.context().newCDPSession(page)
    await slowDown(devtools, SLOWED_DOWN)
    await press(page)
    slowest.push(await page.evaluate(slowestInteraction))
    await slowDown(devtools, 1)
    await devtools.detach()
  }
  return slowest.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? Number.NaN
}

const slowDown = (devtools: CDPSession, rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate })

/** Runs in the page. */
function noteInteractions(): void {
  const durations: number[] = []
  Reflect.set(window, 'interactionDurations', durations)
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Number(Reflect.get(entry, 'interactionId')) > 0) durations.push(entry.duration)
    }
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Runs in the page, once it is idle. Interactions below 16 ms are not reported and count as 16. */
async function slowestInteraction(): Promise<number> {
  // A page that has stopped rendering may never get its idle callback.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }))
  await new Promise((resolve) => setTimeout(resolve, 300)) // entries arrive after the frame
  return Math.max(16, ...(Reflect.get(window, 'interactionDurations') as number[]))
}
