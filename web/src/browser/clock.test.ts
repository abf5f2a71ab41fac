import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const TRUTH = Date.parse('2027-01-15T06:29:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

let device = TRUTH
let counted = 0

/** A page opens: a reload starts the counter again, and keeps the tab. */
async function open() {
  vi.resetModules()
  counted = 1_000
  const [{ now, counter, hearDate }, { isTimeInDoubt }] = await Promise.all([
    import('./clock.ts'),
    import('./device-clock.ts'),
  ])
  return {
    now,
    isTimeInDoubt,
    /** A request that takes a while; the server, which is right, writes the date in the middle. */
    ask(truth: number, tookMs = 200) {
      const askedAt = counter()
      pass(tookMs)
      hearDate(new Date(truth + tookMs / 2).toUTCString(), askedAt, counter())
    },
    hearDate,
  }
}

function pass(ms: number): void {
  counted += ms
  device += ms
}

const NEAR = 1_200

beforeEach(() => {
  const tab = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  })
  vi.spyOn(Date, 'now').mockImplementation(() => device)
  vi.spyOn(performance, 'now').mockImplementation(() => counted)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([-366 * DAY, -DAY, -HOUR, -2_000, 0, 2_000, 3 * HOUR, DAY, 366 * DAY])(
  'SHELL-18 a device whose clock is %s ms ahead counts by the server’s from its first answer on, after a reload at once',
  async (ahead) => {
    device = TRUTH + ahead
    const page = await open()
    expect(page.now()).toBe(TRUTH + ahead) // nothing is known yet
    page.ask(TRUTH)
    expect(Math.abs(page.now() - (TRUTH + 200))).toBeLessThan(NEAR)
    pass(5_000)
    const again = await open()
    expect(Math.abs(again.now() - (TRUTH + 5_200))).toBeLessThan(NEAR)
  },
)

test('SHELL-18 a clock that is right is left as it is, however slow the answers', async () => {
  device = TRUTH + 400
  const page = await open()
  for (const took of [50, 30_000, 800]) page.ask(device - 400, took)
  expect(page.now()).toBe(device)
})

test('SHELL-18 a device’s clock that is set while the page is open changes nothing, and the next answer neither', async () => {
  device = TRUTH
  const page = await open()
  page.ask(TRUTH)
  const before = page.now()
  device -= DAY
  expect(page.now()).toBe(before)
  expect(page.isTimeInDoubt()).toBe(true)
  page.ask(TRUTH + 200)
  expect(page.now()).toBe(before + 200)
  expect(page.isTimeInDoubt()).toBe(false)
})

test('SHELL-18 a device that slept, which stops the counter of some, is put right by the next answer', async () => {
  device = TRUTH
  const page = await open()
  page.ask(TRUTH)
  device += 8 * HOUR
  expect(page.isTimeInDoubt()).toBe(true)
  page.ask(TRUTH + 200 + 8 * HOUR)
  expect(Math.abs(page.now() - device)).toBeLessThan(NEAR)
})

test.each([null, '', 'soon'])('SHELL-18 an answer that says %s of the time changes nothing', async (date) => {
  device = TRUTH
  const page = await open()
  page.hearDate(date, counted, counted)
  expect(page.now()).toBe(TRUTH)
})
