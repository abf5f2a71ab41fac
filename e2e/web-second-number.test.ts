import { handset, mailbox } from '@reveille/exchange/testing/handset'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsInBothThemes } from './a11y.ts'
import { answerOnce } from './answer-once.ts'
import { tabTo } from './keyboard.ts'
import { productForFile } from './product-for-file.ts'
import { codeIn, createAccount, mailedCode, newVisitor, pixelsTooWide, verifyPhone } from './web-person.ts'

const { browser, place } = await productForFile()

const EMAIL = 'mara@example.com'
const STALE = { status: 403, json: { reason: 'fresh-code-required', message: "Please confirm it's you." } }
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('WAKE-18 a second number is added and removed by keyboard alone at 390 px', async () => {
  const viewport = { width: 390, height: 844 }
  const { page, watch } = await newVisitor(browser, place, { viewport, expected: [/status of (400|401|403)/] })
  await createAccount(page, place, EMAIL)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Verify a phone number' }).waitFor()
  expect(await page.getByText('second number').count()).toBe(0) // only once the first is verified
  await verifyPhone(page, place, '2025550191')
  const second = await handset(place.sandboxUrl, '+12025550192')

  await page.goto('/account')
  await page.getByRole('link', { name: 'Change phone number' }).focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Add a second number')
  await page.keyboard.press('Enter')

  // The form opens with focus in its field, and says what the number is for.
  await page.getByText('Sleep through our first tries').waitFor()
  await page.getByText('By verifying, I ask Reveille to place automated wake-up calls').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'phone')
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 390)).toBeLessThanOrEqual(0)
  await page.keyboard.type('+12025550191')
  await page.keyboard.press('Enter')
  await page.getByText("That's already your wake-up number.").first().waitFor()

  await page.getByLabel('Phone number').press('ControlOrMeta+a')
  await page.keyboard.type('+12025550192')
  await answerOnce(page, '**/api/auth/send-otp', STALE)
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByLabel('Verification code').focus()
  await page.keyboard.type(await mailedCode(place, EMAIL))
  await page.keyboard.press('Enter')

  const code = codeIn((await second.expectText(30_000)).body)
  await page.getByText('We texted a code to').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'otp')
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account')
  await page.getByText('Second number added').waitFor()
  await page.getByText('+1 202 555 0192').waitFor()
  await page.getByText('Our last two tries go to it.').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 320)).toBeLessThanOrEqual(0)
  await page.setViewportSize(viewport)

  // Escape keeps the number and returns focus to the button.
  const question = page.getByRole('dialog', { name: 'Remove your second number?' })
  await page.getByRole('link', { name: 'Change phone number' }).focus()
  await tabTo(page, page.getByRole('button', { name: 'Remove second number' }))
  await page.keyboard.press('Enter')
  await question.getByText('Our last two tries will go to +1 202 555 0191 again.').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' }) // closed a moment before the page knows it
  expect(await focused(page)).toBe('Remove second number')
  await page.keyboard.press('Enter')
  await question.waitFor()
  await tabTo(page, question.getByRole('button', { name: 'Remove' }))
  await page.keyboard.press('Enter')
  await page.getByText('Second number removed').first().waitFor()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Add a second number')
  expect(await page.getByText('+1 202 555 0192').count()).toBe(0)
  expect(await second.texts()).toHaveLength(1)
  expect(watch.faults()).toEqual([])
})

test("WAKE-18 S71 the email about a second number links to a page where one press says 'That wasn't me'", async () => {
  const mails = await mailbox(place.sandboxUrl).mails(EMAIL)
  const mail = mails.find(({ subject }) => subject === 'Your account has a second number')
  const [link = ''] = /http\S+\/not-me#second\.\S+/.exec(mail?.text ?? '') ?? []
  const { page } = await newVisitor(browser, place)
  await page.goto(link)
  const press = page.getByRole('button', { name: "That wasn't me. Don't call it" })
  await press.waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await press.click()
  await page.getByText("We won't call that number.").waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
})

test('WAKE-18 once the second number is removed its dialog closes, even if the page can’t be refreshed', async () => {
  const { context, page } = await newVisitor(browser, place, { expected: [/Failed to load resource/] })
  await createAccount(page, place, 'lost-refetch@example.com', '2025550195')
  let isRemoved = false
  await page.route('**/api/account', async (route) => {
    if (isRemoved) return route.abort()
    const account = (await (await route.fetch()).json()) as object
    const calls = { stopped: false, since: null }
    await route.fulfill({ json: { ...account, secondPhone: { phone: '+12025550196', verified: true, calls } } })
  })
  await page.route('**/api/account/second-phone', (route) => {
    isRemoved = true
    return route.fulfill({ json: { message: 'Removed.' } })
  })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Remove second number' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Second number removed').first().waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await context.close()
})
