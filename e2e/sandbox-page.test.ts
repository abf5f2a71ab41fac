import { startSandbox, type Sandbox } from '@reveille/exchange/sandbox'
import { placeCall, request } from '@reveille/exchange/testing/client'
import { carrierLog } from '@reveille/exchange/testing/handset'
import { response, startSubscriber, type Subscriber } from '@reveille/exchange/testing/subscriber'
import { encodeWav } from '@reveille/exchange/wav'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { launchBrowser } from './browser.ts'
import { watchPages, type PageWatch } from './page-watch.ts'
import { pixelsTooWide } from './web-person.ts'

const NUMBER = '+61491570156'

let browser: Browser
let sandbox: Sandbox
let customer: Subscriber
let page: Page
let watch: PageWatch

beforeAll(async () => {
  browser = await launchBrowser()
})
beforeEach(async () => {
  sandbox = await startSandbox({ callsPerSecond: 1_000 })
  customer = await startSubscriber()
  const question = '<Gather numDigits="1" timeout="60" action="/key"><Say>Good morning, Robin.</Say></Gather>'
  customer.answer('/voice', response(question))
  customer.answer('/key', response('<Say>Goodbye.</Say><Hangup/>'))
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  watch = await watchPages(context, { origins: [sandbox.url] })
  page = await context.newPage()
  await page.goto(sandbox.url)
  await page.getByText(`Caller ID ${sandbox.phoneNumber}`).waitFor()
})
afterEach(async () => {
  await page.context().close()
  await sandbox.close()
  await customer[Symbol.asyncDispose]()
})
afterAll(() => browser.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Waits for a text on the phone itself, since live regions repeat it elsewhere. */
const phoneShows = (words: string) => page.locator('#phone-state').getByText(words, { exact: true }).waitFor()

const statuses = () => customer.at('/status').map(({ parameters }) => parameters['CallStatus'])

test('a call rings in the page, is answered, shows its words, takes a key and ends', async () => {
  await placeCall(sandbox, customer.url, NUMBER)
  await page.getByText('Incoming call', { exact: true }).waitFor()
  expect(await page.title()).toBe(`Ringing: ${NUMBER}`)
  await page.getByText('Reveille wake-up call', { exact: true }).waitFor()
  expect(await page.locator('#phone-number').innerText()).toBe('+1 500 555 0006')
  await page.getByText('Click anywhere once to hear the ring.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await button('Answer').click()
  await page.getByText('Good morning, Robin.', { exact: true }).waitFor()
  expect(await page.getByText('Click anywhere once to hear the ring.').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '1', exact: true }).click()
  await page.getByText('Goodbye.', { exact: true }).waitFor()
  await phoneShows('Call ended')
  expect(customer.at('/key')[0]?.parameters).toMatchObject({ Digits: '1' })
  await expect.poll(statuses).toEqual(['initiated', 'ringing', 'in-progress', 'completed'])
  expect(watch.faults()).toEqual([])
})

test('playback arrives byte for byte, and comes out of the earpiece as sound', async () => {
  // One second of a square wave. The high bit is the sign.
  const sound = Uint8Array.from({ length: 8_000 }, (_, i) => (i % 16 < 8 ? 0x00 : 0x80))
  customer.answer('/sound.wav', { contentType: 'audio/wav', body: encodeWav(sound) })
  customer.answer(
    '/voice',
    response('<!-- A square wave. --><Play>/sound.wav</Play><Say>That was it.</Say><Pause length="60"/>'),
  )
  const received: Buffer[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => void (typeof payload !== 'string' && received.push(payload)))
  })
  await page.reload()
  await listenToEarpiece()
  await placeCall(sandbox, customer.url, NUMBER)
  await button('Answer').click()
  await page.getByText('A square wave.', { exact: true }).waitFor()
  await page.getByText('That was it.', { exact: true }).waitFor()
  expect(Buffer.concat(received).subarray(0, sound.length).equals(Buffer.from(sound))).toBe(true)
  await expect.poll(loudnessSoFar).toEqual(expect.arrayContaining([1, 0])) // loud, then quiet
  expect(watch.faults()).toEqual([])
})

/** Records the loudness that the page measures at its earpiece and shows on the phone. */
const listenToEarpiece = () =>
  page.evaluate(() => {
    const phone = document.getElementById('phone')!
    const loudness: string[] = []
    Object.assign(window, { loudness })
    new MutationObserver(() => loudness.push(phone.style.getPropertyValue('--loudness'))).observe(phone, {
      attributeFilter: ['style'],
    })
  })

const loudnessSoFar = async () =>
  (await page.evaluate(() => (window as unknown as { loudness: string[] }).loudness)).map(Number)

test('keys can be typed, and the page shows that the caller hung up', async () => {
  const { body } = await placeCall(sandbox, customer.url, NUMBER)
  await button('Answer').click()
  await page.getByText('Good morning, Robin.', { exact: true }).waitFor()
  await page.locator('body').press('9')
  await expect.poll(() => customer.at('/key').length).toBe(1)
  expect(customer.at('/key')[0]?.parameters).toMatchObject({ Digits: '9' })
  await request(sandbox, 'POST', `/Calls/${String(body['sid'])}.json`, { Status: 'completed' })
  await phoneShows('Call ended')
  expect(watch.faults()).toEqual([])
})

test('a code in the mailbox is copied with one click, and markup in a text stays text', async () => {
  const text = { To: NUMBER, From: sandbox.phoneNumber }
  await request(sandbox, 'POST', '/Messages.json', { ...text, Body: '<b>hello</b> <script>broken = true</script>' })
  await request(sandbox, 'POST', '/Messages.json', {
    ...text,
    Body: 'Open http://localhost:3000 by 2027. 482913 is your code.',
  })
  const messages = page.getByRole('list', { name: /Texts and emails/ }).getByRole('listitem')
  await messages.nth(1).waitFor()
  expect(await messages.nth(1).innerText()).toContain('<b>hello</b> <script>broken = true</script>')
  const copied = messages.first().getByText('Copied').waitFor() // it shows only briefly
  await messages
    .first()
    .getByRole('button', { name: /482913/ })
    .click()
  await copied
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('482913')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(watch.faults()).toEqual([])
})

test('on a phone a new code is in sight, and a long text is cut until it is opened', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const long = `482913 is your code. ${'Nothing else matters here. '.repeat(20)}`
  await request(sandbox, 'POST', '/Messages.json', { To: NUMBER, From: sandbox.phoneNumber, Body: long })
  const code = await button('482913 Copy').boundingBox()
  expect(code!.y + code!.height).toBeLessThan(844)
  const cut = (await page.locator('.words').boundingBox())!.height
  await button('Show all').click()
  expect((await page.locator('.words').boundingBox())!.height).toBeGreaterThan(2 * cut)
  await button('Show less').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(watch.faults()).toEqual([])
})

test('a reply by text reaches the customer, from the number that got the last text', async () => {
  const settings = JSON.stringify({ inboundUrl: `${customer.url}/text` })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${sandbox.url}/sandbox/settings`, { method: 'PUT', headers, body: settings })
  customer.answer('/text', response('<Message>Skipped.</Message>'))
  await request(sandbox, 'POST', '/Messages.json', { To: NUMBER, From: sandbox.phoneNumber, Body: 'We call you soon.' })
  await page.getByText('We call you soon.', { exact: true }).waitFor()
  expect(await page.getByLabel('From').inputValue()).toBe(NUMBER)
  await page.getByLabel('Message').fill('skip')
  await button('Send text').click()
  await page.getByText('Skipped.', { exact: true }).waitFor()
  expect(customer.at('/text')[0]?.parameters).toMatchObject({ From: NUMBER, Body: 'skip' })
  expect(watch.faults()).toEqual([])
})

test('a fault set in the page is listed, applies to the next call and shows in the log', async () => {
  await page.getByText('Make something go wrong').click()
  await page.getByRole('combobox', { name: /^Fault/ }).selectOption('too-many-requests')
  await button('Set').click()
  await page.getByRole('list', { name: 'Faults that are set' }).getByText('too-many-requests').waitFor()
  await page.getByText('What the carrier saw').click()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await placeCall(sandbox, customer.url, NUMBER)).toMatchObject({ status: 429 })
  await page.getByText('Nothing is set. The next call will go well.').waitFor()
  await page.getByRole('cell', { name: 'fault', exact: true }).waitFor()
  expect((await carrierLog(sandbox.url)).filter(({ kind }) => kind === 'call-created')).toEqual([])
  expect(watch.faults()).toEqual([])
})

test.each([320, 390, 768])('nothing overflows a screen %i pixels wide, in and out of a call', async (width) => {
  const long = 'https://reveille.example/a-very-long-address-without-a-single-space-in-it-that-goes-on-and-on-for-ever'
  await request(sandbox, 'POST', '/Messages.json', { To: NUMBER, From: sandbox.phoneNumber, Body: `${long} 482913` })
  await page
    .getByText(/482913/)
    .first()
    .waitFor()
  await expect.poll(() => pixelsTooWide(page, width)).toBe(0)
  await placeCall(sandbox, customer.url, NUMBER)
  await button('Answer').click()
  await page.getByText('Good morning, Robin.', { exact: true }).waitFor()
  for (const title of ['Make something go wrong', 'What the carrier saw']) await page.getByText(title).click()
  await expect.poll(() => pixelsTooWide(page, width)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await button('Hang up').click()
  await phoneShows('Call ended')
  expect(watch.faults()).toEqual([])
})
