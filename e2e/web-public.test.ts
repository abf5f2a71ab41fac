import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsInBothThemes } from './a11y.ts'
import { keepSound } from './keep-sound.ts'
import { productForFile } from './product-for-file.ts'
import { newVisitor } from './web-person.ts'
import { zoomFaults } from './zoom.ts'

const { browser, place } = await productForFile()

test('LAND-1 LAND-2 LAND-3 LAND-4 the landing page can be read before any script runs', async () => {
  const { context, page } = await newVisitor(browser, place, { javaScriptEnabled: false })
  await page.goto('/')
  expect(await page.title()).toContain('Reveille')
  expect(await page.locator('meta[name=description]').getAttribute('content')).toContain('first wake-up call is free')
  expect(await page.locator('meta[property="og:image"]').count()).toBe(1)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  for (const benefit of [
    'Flexible scheduling',
    'Motivating voices',
    'Personal messages',
    'Full control',
    'Track progress',
  ]) {
    expect(await page.getByRole('heading', { name: benefit }).count()).toBe(1)
  }
  const words = await page.locator('main').innerText()
  for (const promise of [
    'first call is free',
    '7–8 hours',
    'no spam, no cold calls',
    'No card needed',
    'any day of the week',
  ]) {
    expect(words).toContain(promise)
  }
  const call = page.getByRole('link', { name: 'Try It Now – Free Wake-Up Call' }).first()
  expect(await call.getAttribute('href')).toBe('/signup')
  await context.close()
})

test('LAND-4 the landing page needs at most six requests and lays out once', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(requests.slice(6)).toEqual([])
  // Rounds to 0 with two decimals, as layout shift is usually reported.
  expect(await layoutShift(page)).toBeLessThan(0.005)
  expect(watch.faults()).toEqual([])
  await context.close()
})

/** Holds back the app's script until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/app-/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('LAND-4 LOGIN-1 input and an Enter before the app loads take effect once it has, and never reach the URL', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  const loadApp = await holdApp(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('early.bird@example.com')
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByLabel('Email').press('Enter')
  loadApp()
  await page.getByText("We couldn't find an account for early.bird@example.com.").waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('early.bird@example.com')
  expect(await page.getByRole('checkbox', { name: 'Remember me' }).isChecked()).toBe(true)
  expect(new URL(page.url()).search).toBe('')
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('LAND-4 SIGNUP-2 Enter on the sign-up page before the app loads requests the code once it has', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  const loadApp = await holdApp(page)
  await page.goto('/signup', { waitUntil: 'commit' })
  await page.getByLabel('Full name').fill('Early Bird')
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByLabel('Email').fill('early.riser@example.com')
  await page.getByLabel('Email').press('Enter') // the button is disabled until the app reads the box
  loadApp()
  await page.getByText('Verification code sent').waitFor()
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('LAND-4 SIGNUP-1 an early Enter that confirms an input method’s word is left to it', async () => {
  const { context, page } = await newVisitor(browser, place)
  await holdApp(page)
  await page.goto('/signup', { waitUntil: 'commit' })
  const name = page.getByLabel('Full name')
  await name.fill('早起き')
  const isKept = (how: { isComposing: boolean } | { keyCode: number }) =>
    name.evaluate((field, init) => {
      const enter = { key: 'Enter', bubbles: true, cancelable: true, ...init }
      return !field.dispatchEvent(new KeyboardEvent('keydown', enter))
    }, how)
  expect(await isKept({ isComposing: true })).toBe(false)
  expect(await isKept({ keyCode: 229 })).toBe(false) // Safari sets only this
  expect(await isKept({ keyCode: 13 })).toBe(true)
  await context.close()
})

test.each(['/', '/login', '/signup', '/help', '/terms', '/privacy', '/firebase-test'])(
  'SHELL-7 %s is accessible in both themes, readable at 400 % and at 320 px, without console errors or policy violations',
  async (path) => {
    const { context, page, watch } = await newVisitor(browser, place)
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await faultsInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0) // reduced motion
    await expect.poll(() => zoomFaults(page)).toEqual([]) // the page settles at its new width
    expect(await page.title()).toContain('Reveille')
    expect(watch.faults()).toEqual([])
    await context.close()
  },
)

test('SHELL-7 a printed page is dark on white, in the dark theme too, without what leads to other pages', async () => {
  const { context, page } = await newVisitor(browser, place, { theme: 'dark' })
  await page.goto('/terms')
  const ink = () => page.getByRole('heading', { level: 1 }).evaluate((title) => getComputedStyle(title).color)
  const onScreen = await ink()
  await page.emulateMedia({ media: 'print' })
  expect(await ink()).not.toBe(onScreen)
  expect(await ink()).toBe('rgb(26, 32, 54)')
  for (const part of ['banner', 'contentinfo', 'navigation'] as const) {
    expect(await page.getByRole(part).count()).toBe(0)
  }
  await context.close()
})

test.each(['/', '/login', '/signup', '/help'])(
  'SHELL-7 iOS zooms in on no field of %s: none has small letters',
  async (path) => {
    const { context, page } = await newVisitor(browser, place, { isMobile: true, hasTouch: true })
    await page.goto(path)
    const sizes = await page
      .locator('input, select, textarea')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
    await context.close()
  },
)

test('SIGNUP-1 a name written from right to left starts on the right', async () => {
  const { context, page } = await newVisitor(browser, place)
  await page.goto('/signup')
  const bidi = await page.getByLabel('Full name').evaluate((field) => getComputedStyle(field).unicodeBidi)
  expect(bidi).toBe('plaintext') // each paragraph's first letter decides
  await context.close()
})

test('LAND-4 the manifest for a home screen has icons of the stated sizes and the page’s colors', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(address!)
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const manifest = (await answer.json()) as Manifest
  expect(manifest).toMatchObject({ name: 'Reveille', start_url: '/dashboard', display: 'standalone' })
  const icons = manifest.icons.map(({ src, sizes, type }) => ({ src, sizes, type }))
  expect(new Set(icons.map(({ sizes }) => sizes))).toEqual(new Set(['192x192', '512x512']))
  expect(await Promise.all(icons.map(({ src }) => servedIcon(page, src)))).toEqual(icons)
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect((await servedIcon(page, touchIcon!)).type).toMatch(/^image\//)
  const tabIcon = await page.locator('link[rel=icon]').getAttribute('href')
  expect(tabIcon).toMatch(/^data:image\/svg\+xml,/)
  expect(await page.evaluate(decodedSize, tabIcon!)).toMatch(/^[1-9]/)
  const grounds = await Promise.all(['light', 'dark'].map((theme) => themeColor(page, theme)))
  expect(await page.evaluate(groundOfThemes)).toEqual(await page.evaluate(inRgb, grounds))
  expect([manifest.theme_color, manifest.background_color]).toEqual([grounds[1], grounds[1]])
  expect(watch.faults()).toEqual([])
  await context.close()
})

type Icon = { src: string; sizes: string; type: string; purpose?: string }
type Manifest = { theme_color: string; background_color: string; icons: Icon[] }

/** The icon as served, in the manifest's terms. */
async function servedIcon(page: Page, src: string): Promise<Omit<Icon, 'purpose'>> {
  const type = (await page.request.get(src)).headers()['content-type'] ?? ''
  return { src, sizes: await page.evaluate(decodedSize, src), type }
}

/** Runs in the page. The width and height of an image; throws if it isn't one. */
async function decodedSize(src: string): Promise<string> {
  const image = Object.assign(new Image(), { src })
  await image.decode()
  return `${image.naturalWidth}x${image.naturalHeight}`
}

async function themeColor(page: Page, theme: string): Promise<string> {
  const meta = page.locator(`meta[name=theme-color][media="(prefers-color-scheme: ${theme})"]`)
  return (await meta.getAttribute('content')) ?? ''
}

/** Runs in the page. The background colors, light and dark. */
function groundOfThemes(): string[] {
  return ['light', 'dark'].map((theme) => {
    document.documentElement.dataset['theme'] = theme
    return getComputedStyle(document.body).backgroundColor
  })
}

/** Runs in the page. */
function inRgb(colors: string[]): string[] {
  return colors.map((color) => {
    document.body.style.color = color
    return getComputedStyle(document.body).color
  })
}

test('SHELL-1 SHELL-2 a visitor’s header links to help, login and sign-up, and the logo to the landing page', async () => {
  const { context, page } = await newVisitor(browser, place)
  await page.goto('/help')
  const header = page.getByRole('banner')
  const help = header.getByRole('link', { name: 'How It Works' })
  expect(await help.getAttribute('href')).toBe('/help')
  await page.setViewportSize({ width: 639, height: 800 })
  await help.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 640, height: 800 })
  await help.waitFor()
  expect(await header.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  expect(await header.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup')
  await header.getByRole('link', { name: 'Reveille home' }).click()
  await page.waitForURL(`${place.webUrl}/`)
  await page.goBack()
  await page.getByRole('heading', { name: 'How It Works', level: 1 }).waitFor()
  await context.close()
})

test('SHELL-7 SHELL-10 an unknown path says 404 and leads back', async () => {
  const { context, page } = await newVisitor(browser, place)
  const response = await page.goto('/nowhere/at/all')
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  expect(await page.locator('main').innerText()).not.toContain('add the page to the router')
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await page.waitForURL(`${place.webUrl}/`)
  await context.close()
})

test('SHELL-12 a private page redirects a visitor to the login page and remembers the target', async () => {
  const { context, page } = await newVisitor(browser, place)
  await page.goto('/schedule-call?id=3')
  await page.waitForURL('**/login**')
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/schedule-call?id=3')
  await context.close()
})

test('VOICE-1 the phone in the hero plays when answered, only one voice plays at a time, and its end resets it', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await page.goto('/')
  const demo = keepSound(page)
  await page.getByRole('button', { name: 'Answer and listen' }).click()
  await demo
  await page.getByRole('button', { name: 'Hang up' }).waitFor()
  await page.getByText('Bill Next Door', { exact: true }).first().waitFor()
  await page.getByText(/^(It's Bill|The clock|It's got|If you're slow|The other|Then go)/).waitFor() // a caption
  await page.getByRole('button', { name: 'Play preview of Lily' }).click()
  await page.getByRole('button', { name: 'Answer and listen' }).waitFor()
  expect(await page.getByRole('link', { name: 'Get a real one' }).getAttribute('href')).toBe('/signup')
  const progress = page.getByRole('progressbar', { name: 'Progress of preview of Lily' })
  await progress.waitFor()
  await page.getByRole('button', { name: 'Stop preview of Lily' }).click()
  const playing = keepSound(page)
  await page.getByRole('button', { name: 'Play preview of Lily' }).click()
  const sound = await playing
  await progress.waitFor()
  await sound.evaluate((clip) => {
    clip.currentTime = clip.duration
  })
  await page.getByRole('button', { name: 'Play preview of Lily' }).waitFor()
  expect(await progress.count()).toBe(0)
  expect(watch.faults()).toEqual([])
  await context.close()
})

test.each([
  ['no clip', { json: { audioUrl: null } }, 'Audio Not Available', 'No audio preview is available for this voice.'],
  ['a broken clip', { json: { audioUrl: '/api/voice/preview/none.mp3' } }, 'Audio Error', 'Failed to play audio'],
  [
    'a refusal',
    { status: 503, json: { message: 'The voice is resting.' } },
    'Failed to preview voice',
    'The voice is resting.',
  ],
])('VOICE-1 %s shows a message', async (_case, answer, title, message) => {
  const { context, page } = await newVisitor(browser, place)
  await page.route('**/api/voice/preview', (route) => route.fulfill(answer))
  await page.goto('/')
  await page.getByRole('button', { name: 'Play preview of Lily' }).click()
  const alert = page.getByRole('alert').filter({ hasText: title })
  await alert.waitFor()
  expect(await alert.innerText()).toContain(message)
  await page.getByRole('button', { name: 'Play preview of Lily' }).waitFor()
  await context.close()
})

test('DIAG-1 without the three settings /firebase-test tells visitors so, and can load the library', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await page.goto('/firebase-test')
  for (const value of ['API key', 'Auth domain', 'Project id']) {
    const row = page.locator('dl > div').filter({ hasText: value })
    expect((await row.locator('dd').innerText()).trim()).toBe('Not set')
  }
  await page.getByRole('button', { name: 'Test loading the library' }).press('Enter')
  await page.getByText('The authentication library loaded.').waitFor()
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('HELP-1 the help page has six steps and ten questions, which open by keyboard', async () => {
  const { context, page } = await newVisitor(browser, place)
  await page.goto('/help')
  expect(await page.locator('main ol > li').count()).toBe(6)
  const questions = page.locator('main summary')
  expect(await questions.count()).toBe(10)
  await questions.filter({ hasText: 'voices' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('These are computer-generated voices of made-up characters.').waitFor()
  await context.close()
})

test.each([
  [
    '/terms',
    [
      'Last updated: August 2025',
      'New South Wales, Australia',
      'computer-generated voice',
      'first wake-up call is free',
    ],
  ],
  [
    '/privacy',
    [
      'Last updated: August 2025',
      'your email address, your phone number and, if you add one, a second number',
      'not shared or sold',
      'recordings of calls, only if you agreed',
      'recordings for 30 days',
      'archives of your data',
      'fingerprint of that number stays',
      'copy of your data',
    ],
  ],
])('LEGAL-1 %s makes the required statements and shows an email address', async (path, promises) => {
  const { context, page } = await newVisitor(browser, place)
  await page.goto(path)
  const words = await page.locator('main').innerText()
  for (const promise of promises) expect(words).toContain(promise)
  await page.locator('main a[href^="mailto:"]').waitFor()
  const served = await (await context.request.get(path)).text()
  expect(served, 'without a script').toMatch(/<a href="mailto:[^"%]+@[^"%]+"/)
  await context.close()
})

/** The layout shift so far without input. Never less than CLS, which counts windows. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver(() => {})
        observer.observe({ type: 'layout-shift', buffered: true })
        // Buffered entries arrive by the second frame.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const shifts = observer.takeRecords().map((entry) => Number(Reflect.get(entry, 'value')))
            resolve(shifts.reduce((sum, shift) => sum + shift, 0))
          }),
        )
      }),
  )
}
