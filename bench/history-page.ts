import path from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { newPlace, removePlace, startProduct } from '../e2e/processes.ts'
import { newContext, signUp } from '../e2e/web-person.ts'
import { parseArgs } from '../scripts/parse-args.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { seedCalls, type SeededCall } from '../server/test/harness/database/seed-occurrences.ts'

// How long does the history take to open, from the dashboard, for somebody with one call and with a year's?
// node bench/history-page.ts --calls 400

const { values } = parseArgs({ options: { calls: { type: 'string', default: '400' } } })
const CALLS = Number(values.calls)
const ROUNDS = 7
const DAY_MS = 24 * 60 * 60_000
const STATUSES: readonly SeededCall['status'][] = ['completed', 'completed', 'no_answer', 'completed', 'unconfirmed']

const place = await newPlace()
const product = await startProduct(place)
const browser = await launchBrowser()
const db = openDatabase({ host: path.join(place.dataDir, 'postgres.socket'), user: 'reveille', database: 'postgres' })
try {
  const [few, many] = [await signedIn('few@example.com', 1), await signedIn('many@example.com', CALLS)]
  const opened: Record<'few' | 'many', number[]> = { few: [], many: [] }
  for (let round = 0; round < ROUNDS; round++) {
    opened.few.push(await open(few))
    opened.many.push(await open(many))
  }
  const [one, year] = [median(opened.few), median(opened.many)]
  console.log(`1 call: ${one} ms; ${CALLS} calls: ${year} ms, ${(year / one).toFixed(2)} times`)
  console.log(`all ${CALLS} on one page: the slowest frame of scrolling it took ${await scrollAll(many)} ms`)
} finally {
  await db.destroy()
  await browser.close()
  await product.stop()
  await removePlace(place)
}

/** A new account with this many past calls, one a day. */
async function signedIn(email: string, count: number): Promise<BrowserContext> {
  const context = await newContext(browser, place)
  const page = await context.newPage()
  await signUp(page, place, email)
  await page.close()
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const at = (day: number) => Date.now() - (day + 1) * DAY_MS
  const calls = Array.from({ length: count }, (_, day) => ({ at: at(day), status: STATUSES[day % 5]! }))
  await seedCalls(db, id, calls)
  return context
}

/** From the press on the dashboard's link to the first morning on the screen (ms), in a browser that has cached nothing. */
async function open(signedInOnce: BrowserContext): Promise<number> {
  const context = await newContext(browser, place, { storageState: await signedInOnce.storageState() })
  const page = await context.newPage()
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  const ms = await page.evaluate(async () => {
    const frame = () => new Promise((shown) => requestAnimationFrame(shown))
    const begun = performance.now()
    document.querySelector<HTMLElement>('a[href="/call-history"]')!.click()
    while (document.querySelector('[aria-label="Calls"] h2') === null) await frame()
    await frame()
    return performance.now() - begun
  })
  await context.close()
  return Math.round(ms)
}

/** Opens the page with every call, then scrolls to its end. */
async function scrollAll(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  await page.goto('/call-history')
  const older = page.getByRole('button', { name: 'Show older calls' })
  const mornings = page.getByRole('list', { name: 'Calls' }).getByRole('heading', { level: 2 })
  await mornings.first().waitFor()
  while ((await mornings.count()) < CALLS) {
    await older.click()
    await page.waitForLoadState('networkidle')
  }
  return page.evaluate(async () => {
    const frame = () => new Promise<number>((shown) => requestAnimationFrame(shown))
    let [slowest, last] = [0, await frame()]
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
      scrollTo(0, y)
      const now = await frame()
      slowest = Math.max(slowest, now - last)
      last = now
    }
    return Math.round(slowest)
  })
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}
