import { paths } from '@reveille/contract/pages'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { farFrom } from './far-from.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, newVisitor, pixelsTooWide, send, signUp, verifyPhone, type Visitor } from './web-person.ts'

// Browsers whose storage is blocked, full or corrupt, or that lack time zones or newer APIs.
let visitor: Visitor

await farFrom('America/Coyhaique', '06:30')
const { browser, place } = await productForFile()

beforeAll(async () => {
  visitor = await newVisitor(browser, place)
  await createAccount(visitor.page, place, 'poor@example.com', '2025550199')
  const { page } = visitor
  await send(page, place, '/api/user/personalization', { goals: ['study'], struggles: ['tired'], voice: 'liam' })
  const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  await send(page, place, '/api/schedule', { wakeupTime: '06:30', timezone: 'America/Coyhaique', weekdays })
})

/** Each script runs in the page before its own code. */
const BROWSERS: Record<string, () => void> = {
  'blocks storage': () => {
    for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB']) {
      const get = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      Object.defineProperty(window, name, { get, configurable: true })
    }
  },
  'has a full storage': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
  'has no storage': () => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { value: null, configurable: true })
    }
  },
  'stored malformed values': () => {
    const keys = ['entry', 'phoneDraft', 'secondPhoneDraft', 'scheduleDraft-new', 'scheduleDraft-1', 'preferencesDraft']
    const more = [
      'keptZones',
      'lastKnownCall',
      'errand',
      'clock',
      'theme',
      'verificationPhone',
      'reloadedFor',
      'rangOutLoud',
    ]
    const junk = ['{', 'null', '7', '[]', '"x"', '{"__proto__":{"goals":1},"goals":5,"times":[1],"name":{},"otp":null}']
    for (const [index, key] of [...keys, ...more].entries()) {
      localStorage.setItem(key, junk[index % junk.length]!)
      sessionStorage.setItem(key, junk[(index + 5) % junk.length]!)
    }
  },
  'lacks five zones': () => {
    const missing = new Set([
      'America/Coyhaique',
      'Europe/Kyiv',
      'America/Ciudad_Juarez',
      'Asia/Qostanay',
      'Pacific/Kanton',
    ])
    const Real = Intl.DateTimeFormat
    const Older = function (locale?: string, options?: Intl.DateTimeFormatOptions) {
      if (missing.has(options?.timeZone ?? '')) throw new RangeError(`Invalid time zone: ${options?.timeZone}`)
      return new Real(locale, options)
    }
    Object.defineProperty(Intl, 'DateTimeFormat', { value: Object.assign(Older, Real), configurable: true })
  },
  'lacks newer APIs': () => {
    for (const name of [
      'ListFormat',
      'DisplayNames',
      'RelativeTimeFormat',
      'Segmenter',
      'Locale',
      'getCanonicalLocales',
    ]) {
      Reflect.deleteProperty(Intl, name)
    }
    for (const name of [
      'matchMedia',
      'BroadcastChannel',
      'AudioContext',
      'structuredClone',
      'Notification',
      'EventSource',
    ]) {
      Reflect.deleteProperty(window, name)
    }
    for (const name of ['clipboard', 'serviceWorker', 'hardwareConcurrency', 'language', 'languages']) {
      Reflect.deleteProperty(Navigator.prototype, name)
    }
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    Reflect.deleteProperty(Promise, 'withResolvers')
  },
}

const PUBLIC = ['/', '/login', '/signup', '/help', '/terms', '/privacy', '/not-me', '/nowhere']
const PRIVATE = [
  paths.dashboard,
  paths.history,
  paths.account,
  paths.preferences,
  `${paths.preferences}?step=1`,
  paths.schedule,
  `${paths.schedule}?id=1`,
  paths.phone,
  paths.phoneByText,
]

async function open(signedIn: boolean, ...scripts: (() => void)[]): Promise<Visitor> {
  const state = signedIn ? { cookies: await visitor.context.cookies(), origins: [] } : undefined
  const context = await browser.newContext({
    baseURL: place.webUrl,
    serviceWorkers: 'block',
    timezoneId: 'Australia/Sydney',
    reducedMotion: 'reduce',
    ...(state && { storageState: state }),
  })
  context.setDefaultTimeout(60_000)
  for (const script of scripts) await context.addInitScript(script)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  return { context, page, watch: { faults: () => faults } }
}

async function readsWell(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^Loading/ })
    .first()
    .waitFor({ state: 'detached' })
  expect(await page.getByText(/Something went wrong|Error Loading/).count()).toBe(0)
}

// What a browser lacks doesn't touch what it stores.
test.each([
  'blocks storage and lacks five zones',
  'has no storage and lacks newer APIs',
  'stored malformed values and has a full storage',
])('SHELL-16 a browser that %s opens every page, and signs nobody out', async (what) => {
  const scripts = what.split(' and ').map((name) => BROWSERS[name]!)
  for (const signedIn of [false, true]) {
    const { context, page, watch } = await open(signedIn, ...scripts)
    for (const address of signedIn ? PRIVATE : PUBLIC) await readsWell(page, address)
    expect(watch.faults()).toEqual([])
    await context.close()
  }
})

test('SHELL-16 in a browser that blocks storage, a person can sign up, verify a phone and fill in a call', async () => {
  const { context, page, watch } = await open(false, BROWSERS['blocks storage']!)
  await signUp(page, place, 'forbidden@example.com')
  await verifyPhone(page, place, '2025550198')
  await page.goto('/schedule-call')
  await page.getByLabel('Wake-up time').fill('05:40')
  await page.getByText('at 5:40 AM,').waitFor()
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('SHELL-16 WAKE-27 a call in a zone unknown to the browser shows, without an offer to move it', async () => {
  const { context, page } = await open(true, BROWSERS['lacks five zones']!)
  await page.goto('/dashboard')
  await page.getByRole('list', { name: 'Wake-up calls' }).getByText('Coyhaique').first().waitFor()
  await page.getByRole('button', { name: /^More for 6:30 AM/ }).click()
  await page.getByRole('menuitem', { name: /^Skip / }).waitFor()
  expect(await page.getByText(/You seem to be in/).count()).toBe(0)
  await context.close()
})

test('SHELL-16 where cookies are blocked, the login and sign-up pages say so', async () => {
  const { context, page, watch } = await open(false, () => {
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })
    Object.defineProperty(Document.prototype, 'cookie', {
      get() {
        throw new DOMException('no', 'SecurityError')
      },
    })
  })
  for (const address of ['/login', '/signup']) {
    await page.goto(address)
    await page.getByText('Your browser blocks cookies').waitFor()
  }
  for (const address of ['/', '/help', '/terms', '/privacy']) await readsWell(page, address)
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('SCHED-1 in a browser that reports no usable zone, the form preselects none and asks for one', async () => {
  const { context, page } = await open(true, () => {
    const real = Intl.DateTimeFormat.prototype.resolvedOptions
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...real.call(this), timeZone: 'Etc/Unknown' }
    }
  })
  await page.goto('/schedule-call')
  await page.getByText('Please select a time zone.').waitFor()
  await page.getByRole('button', { name: 'Time zone Choose your city' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
  await page.getByRole('option', { name: 'Tokyo' }).click()
  await page.getByText('at 6:30 AM, Tokyo time').waitFor()
  expect(await page.getByText("couldn't work out").count()).toBe(0)
  await context.close()
})

test('SHELL-7 with a font size of 32 px no page is wider than a 375 px screen', async () => {
  for (const [addresses, signedIn] of [
    [PUBLIC, false],
    [PRIVATE, true],
  ] as const) {
    const { context, page } = await open(signedIn, () => {
      document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '32px'))
    })
    const wide: string[] = []
    for (const address of addresses) {
      await page.setViewportSize({ width: 375, height: 800 })
      await readsWell(page, address)
      const over = await pixelsTooWide(page, 375)
      if (over > 0) wide.push(`${address} ${over}`)
    }
    expect(wide).toEqual([])
    await context.close()
  }
})

test('SHELL-16 with letters of 32 px on a phone no bar stays over the page, and no label or title is cut off, squeezed or broken', async () => {
  const { context, page } = await open(true)
  await page.setViewportSize({ width: 195, height: 422 }) // 390 × 844 px at half the size of the letters
  for (const address of [paths.dashboard, paths.preferences, paths.schedule, paths.account]) {
    await readsWell(page, address)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').first().waitFor()
    expect(await page.evaluate(barsAndCutLabels)).toEqual([])
  }
  await context.close()
})

/** Runs in the page. */
function barsAndCutLabels(): string[] {
  const bars = [...document.querySelectorAll('nav[aria-label=Pages], .form-actions')]
  const staying = bars.filter((bar) => bar.checkVisibility() && getComputedStyle(bar).position !== 'static')
  const labels = [...document.querySelectorAll('nav[aria-label=Pages] a, label.chosen')]
  const cut = labels.filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth)
  const besideSwitches = [
    ...document.querySelectorAll('label:has([role=switch]) > :first-child, h3:has(+ * [role=switch])'),
  ]
  const squeezed = besideSwitches.filter((words) => words.clientWidth < words.parentElement!.clientWidth / 2)
  const titles = [...document.querySelectorAll('h1')].filter((title) => !title.textContent.includes(' '))
  const broken = titles.filter(
    (title) => title.clientHeight > 1.5 * Number.parseFloat(getComputedStyle(title).lineHeight),
  )
  return [...staying, ...cut, ...squeezed, ...broken].map(({ textContent }) => textContent)
}
