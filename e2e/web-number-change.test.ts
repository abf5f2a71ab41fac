import { handset, mailbox } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { faultsInBothThemes } from './a11y.ts'
import { answerOnce } from './answer-once.ts'
import { productForFile } from './product-for-file.ts'
import { codeIn, createAccount, mailedCode, newVisitor, pixelsTooWide } from './web-person.ts'

const { browser, place } = await productForFile()

const EMAIL = 'mara@example.com'
const STALE = { status: 403, json: { reason: 'fresh-code-required', message: "Please confirm it's you." } }

test("S70 S71 a new number needs 'Confirm it's you', and 'That wasn't me' pauses the calls with one press", async () => {
  const { page } = await newVisitor(browser, place, { expected: [/status of (401|403|404)/] })
  await createAccount(page, place, EMAIL, '2025550181')
  const former = await handset(place.sandboxUrl, '+12025550181')
  const next = await handset(place.sandboxUrl, '+12025550182')

  // Cancel leads back.
  await page.goto('/account')
  await page.getByRole('link', { name: 'Change phone number' }).click()
  await page.getByText('+1 202 555 0181').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('**/account')

  await page.getByRole('link', { name: 'Change phone number' }).click()
  await page.getByLabel('Phone number').fill('+12025550182')
  await answerOnce(page, '**/api/auth/send-otp', STALE)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByLabel('Verification code').fill(await mailedCode(place, EMAIL))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await page.getByLabel('Verification code').fill(codeIn((await next.expectText(30_000)).body))
  await page.waitForURL(/personalization|dashboard|account/)

  const { body } = await former.expectText(30_000)
  const [link = ''] = /http\S+$/.exec(body) ?? []
  const mails = () => mailbox(place.sandboxUrl).mails(EMAIL)
  await expect
    .poll(async () => (await mails()).map(({ subject }) => subject))
    .toContain('Your wake-up number was changed')

  const owner = await newVisitor(browser, place, { expected: [/status of 404/] })
  await owner.page.goto(link)
  const press = owner.page.getByRole('button', { name: "That wasn't me. Pause my calls" })
  await press.waitFor()
  expect(await faultsInBothThemes(owner.page)).toEqual([])
  for (const zoomed of [640, 320]) await expect.poll(() => pixelsTooWide(owner.page, zoomed)).toBeLessThanOrEqual(0)
  await page.goto('/account') // opening the link changes nothing
  await page.getByText('Verified', { exact: true }).waitFor()
  await press.click()
  await owner.page.getByText('Your calls are paused.').waitFor()
  expect(await faultsInBothThemes(owner.page)).toEqual([])
  expect((await next.expectText(30_000)).body).toMatch(/^Your Reveille wake-up calls are paused/)
  await page.waitForURL('**/login?returnTo=%2Faccount**') // by itself

  await owner.page.goto('/not-me#1.forged')
  await owner.page.reload()
  await owner.page.getByRole('button', { name: "That wasn't me. Pause my calls" }).click()
  await owner.page.getByText('This link has expired.').waitFor()
})
