import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const TRUTH = Date.parse('2027-01-15T06:29:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

let device = TRUTH
let counted = 0

/** Opens or reloads a page, which restarts the counter and keeps the tab's storage. */
async function open() {
  vi.resetModules()
  counted = 1_000
  const { now, counter, hearDate, isTimeInDoubt } = await import('./clock.ts')
  return {
    now,
    isTimeInDoubt,
    /** Sends a request that the server, whose clock is right, dates halfway through. */
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
  'SHELL-18 a device whose clock is %s ms ahead follows the server’s from the first response, even across a reload',
  async (ahead) => {
    device = TRUTH + ahead
    const page = await open()
    expect(page.now()).toBe(TRUTH + ahead) // no response yet
    page.ask(TRUTH)
    expect(Math.abs(page.now() - (TRUTH + 200))).toBeLessThan(NEAR)
    pass(5_000)
    const again = await open()
    expect(Math.abs(again.now() - (TRUTH + 5_200))).toBeLessThan(NEAR)
  },
)

test('SHELL-18 a correct clock stays as it is, however slow the responses', async () => {
  device = TRUTH + 400
  const page = await open()
  for (const took of [50, 30_000, 800]) page.ask(device - 400, took)
  expect(page.now()).toBe(device)
})

test('SHELL-18 setting the device’s clock under an open page changes nothing, and the next response settles the doubt', async () => {
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

test('SHELL-18 the next response corrects a device whose counter stopped while it slept', async () => {
  device = TRUTH
  const page = await open()
  page.ask(TRUTH)
  device += 8 * HOUR
  expect(page.isTimeInDoubt()).toBe(true)
  page.ask(TRUTH + 200 + 8 * HOUR)
  expect(Math.abs(page.now() - device)).toBeLessThan(NEAR)
})

test.each([null, '', 'soon'])('SHELL-18 a response dated %s changes nothing', async (date) => {
  device = TRUTH
  const page = await open()
  page.hearDate(date, counted, counted)
  expect(page.now()).toBe(TRUTH)
})
