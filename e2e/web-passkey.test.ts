import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsInBothThemes } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, newVisitor, type Visitor } from './web-person.ts'

const { browser, place } = await productForFile()

/** A device for this page that keeps passkeys and knows its person. */
async function newDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return { cdp, authenticatorId }
}

type Device = { cdp: CDPSession; authenticatorId: string }
type Credential = Awaited<ReturnType<typeof credentialsOf>>[number]

const credentialsOf = async ({ cdp, authenticatorId }: Device) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials

/** Copies a passkey to a device, as a password manager does. */
const putOn = ({ cdp, authenticatorId }: Device, credential: Credential) =>
  cdp.send('WebAuthn.addCredential', { authenticatorId, credential })

/** `suggests`: the browser suggests passkeys in the field. Without a window, Chromium then picks the first one at once. */
async function visitorWith({ suggests = false } = {}): Promise<Visitor & { device: Device }> {
  const visitor = await newVisitor(browser, place, { expected: [/status of (400|401|403)/] })
  if (!suggests)
    await visitor.context.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
  return { ...visitor, device: await newDevice(visitor.page) }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name (optional)').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Passkey added').waitFor()
}

async function signInByButton(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
}

test('PASSKEY-1 PASSKEY-2 a person adds a passkey, signs in with it on that device and on a second one, and it is refused once removed', async () => {
  const { page, device, watch, context } = await visitorWith()
  await createAccount(page, place, 'mara@example.com')
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  await addPasskey(page, "Mara's phone")
  const row = page.getByRole('listitem').filter({ hasText: "Mara's phone" })
  await row.getByText('Never used').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await credentialsOf(device)).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This device already has a passkey for your account.').waitFor()
  await page.keyboard.press('Escape')

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await page.waitForURL('**/dashboard')
  expect((await context.cookies()).find(({ name }) => name === 'connect.sid')?.expires).toBeGreaterThan(0)
  await page.goto('/account')
  await row.getByText(/Last used/).waitFor()

  const [credential] = await credentialsOf(device) // with the counter that the sign-in raised
  const second = await visitorWith()
  await putOn(second.device, credential!)
  await signInByButton(second.page)
  await second.page.waitForURL('**/dashboard')

  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Passkey removed').waitFor()
  expect(await row.count()).toBe(0)
  const third = await visitorWith()
  await putOn(third.device, credential!)
  await signInByButton(third.page)
  await third.page.getByText(/That passkey isn't on any account here/).waitFor()
  expect(await faultsInBothThemes(third.page)).toEqual([])
  for (const { watch: seen } of [{ watch }, second, third]) expect(seen.faults()).toEqual([])
  await Promise.all([context, second.context, third.context].map((one) => one.close()))
})

test('PASSKEY-2 LOGIN-1 a passkey picked in the email field signs in without a button', async () => {
  const { page, device, context } = await visitorWith()
  await createAccount(page, place, 'field@example.com')
  await addPasskey(page, 'Field')
  const [credential] = await credentialsOf(device)
  const other = await visitorWith({ suggests: true })
  await other.page.goto('/login')
  expect(await other.page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn')
  await putOn(other.device, credential!)
  await other.page.goto('/login')
  await other.page.waitForURL('**/dashboard')
  expect(other.watch.faults()).toEqual([])
  await Promise.all([context, other.context].map((one) => one.close()))
})

test("S92 PASSKEY-2 a copied passkey, whose counter didn't rise, is refused with a message", async () => {
  const { page, device, context } = await visitorWith()
  await createAccount(page, place, 'copied@example.com')
  await addPasskey(page, 'Copied')
  const [credential] = await credentialsOf(device)
  const [first, second] = [await visitorWith(), await visitorWith()]
  await putOn(first.device, { ...credential!, signCount: 40 })
  await signInByButton(first.page)
  await first.page.waitForURL('**/dashboard')
  await putOn(second.device, { ...credential!, signCount: 12 })
  await signInByButton(second.page)
  await second.page.getByText(/may have been copied/).waitFor()
  await first.page.goto('/account')
  await first.page.getByText('Refused a passkey that may have been copied').waitFor()
  expect(new URL(second.page.url()).pathname).toBe('/login')
  await Promise.all([context, first.context, second.context].map((one) => one.close()))
})

test('PASSKEY-3 ACCT-3 a passkey confirms the deletion of an account, and no code is emailed', async () => {
  const { page, context, watch } = await visitorWith()
  await createAccount(page, place, 'leaving@example.com')
  await addPasskey(page, 'Leaving')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Type DELETE').fill('DELETE')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('Account deleted').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(watch.faults()).toEqual([])
  await context.close()
})
