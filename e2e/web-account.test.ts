import { readFile } from 'node:fs/promises'
import { handset, mailbox } from '@reveille/exchange/testing/handset'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, faultsInBothThemes } from './a11y.ts'
import { answerOnce, delayAnswers, holdAnswers } from './answer-once.ts'
import { productForFile } from './product-for-file.ts'
import { activeSwitch, codeIn, createAccount, mailedCode, newVisitor, type Visitor } from './web-person.ts'

// The tests run in order on one account.
let visitor: Visitor
let page: Page

const { browser, place } = await productForFile()

beforeAll(async () => {
  visitor = await newVisitor(browser, place, { expected: [/status of (400|401|403)/] })
  page = visitor.page
})

/** Sends the request from the page, with its origin and cookies. */
async function post(path: string, body: object): Promise<number> {
  return page.evaluate(
    async ([to, json]) =>
      (await fetch(to!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json! })).status,
    [path, JSON.stringify(body)],
  )
}

async function openAccount(): Promise<void> {
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  await page.getByLabel('Name', { exact: true }).waitFor()
}

test('ACCT-1 the account page saves name, spoken name, consents and emails, and shows them after a reload', async () => {
  await createAccount(page, place, 'mara@example.com', '2025550177')
  await openAccount()
  await page.getByText('Verified', { exact: true }).waitFor()

  await page.getByLabel('Name', { exact: true }).fill('Mara L.')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Name saved').waitFor()
  await page.getByLabel('Say my name as').fill('Coach Mara')
  await page.getByText("You'll hear “Reveille wake-up call for Coach Mara.”").waitFor()
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText("From your next call, we'll say “Reveille wake-up call for Coach Mara.”").waitFor()
  const saved = () => page.waitForResponse((answer) => answer.request().method() !== 'GET')
  await Promise.all([saved(), page.getByRole('switch', { name: 'Record my calls' }).check()])
  await Promise.all([saved(), page.getByRole('switch', { name: 'Clock changes' }).uncheck()])
  await page.reload()
  await page.getByRole('switch', { name: 'Record my calls' }).waitFor()
  expect(await page.getByRole('switch', { name: 'Record my calls' }).isChecked()).toBe(true)
  expect(await page.getByRole('switch', { name: 'Clock changes' }).isChecked()).toBe(false)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mara L.')
  expect(await page.getByLabel('Say my name as').inputValue()).toBe('Coach Mara')
  await page.getByText('Text STOP to +12025550100').waitFor()
})

test('ACCT-1 a name takes no letters while it is saved, so none is lost', async () => {
  await openAccount()
  const saving = await delayAnswers(page, '**/api/account')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Mara')
  await name.press('Enter')
  await saving.handled
  await name.pressSequentially(' L.')
  expect(await name.inputValue()).toBe('Mara')
  saving.answer()
  await expect.poll(() => name.isEditable()).toBe(true)
  await page.unroute('**/api/account')
  await name.pressSequentially(' L.')
  await name.press('Enter')
  await page.getByRole('button', { name: /^Sav(e name|ing…)$/ }).waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Mara L.')
})

test('ACCT-1 SHELL-3 the account is one keyboard press away, on a desktop and on a phone', async () => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/call-history')
    const link = page.getByRole('banner').getByRole('link', { name: 'Account' })
    await link.press('Enter')
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    expect(await link.getAttribute('aria-current')).toBe('page')
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Name', { exact: true }).waitFor()
})

test('ACCT-5 the account page lists account activity, its failure or none, and links to signing out everywhere else', async () => {
  await openAccount()
  const section = page.getByRole('region', { name: 'Account activity' })
  await section.getByText('Turned recording on').waitFor()
  expect(await section.getByRole('listitem').count()).toBe(5)
  await section.getByRole('link', { name: 'Sign out everywhere else' }).click()
  expect(new URL(page.url()).hash).toBe('#sessions')

  await answerOnce(page, '**/api/account/activity', { status: 400, json: {} })
  await openAccount()
  await section.getByRole('alert').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await answerOnce(page, '**/api/account/activity', { status: 200, json: [] })
  await openAccount()
  await section.getByText('Nothing yet').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
})

test('ACCT-1 a consent pressed on and off ends off, however slow the first request is', async () => {
  await openAccount()
  const { promise: arrivable, resolve: arrive } = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await page.route('**/api/account/consents', async (route) => {
    sent.push(route.request().postDataJSON())
    if (sent.length === 1) await arrivable
    await route.continue()
  })
  const recording = page.getByRole('switch', { name: 'Record my calls' })
  expect(await recording.isChecked()).toBe(true)
  await recording.uncheck()
  await recording.check()
  await recording.uncheck()
  await expect.poll(() => sent).toEqual([{ recording: false }])
  arrive()
  await expect.poll(() => sent).toEqual([{ recording: false }, { recording: true }, { recording: false }])
  await expect
    .poll(async () => (await (await page.request.get('/api/account')).json()) as unknown)
    .toMatchObject({ recording: { consented: false } })
  await page.unroute('**/api/account/consents')
})

test('SHELL-13 the chosen clock is kept, and a time on the page changes immediately', async () => {
  await openAccount()
  const lastUsed = page.getByText(/^Last used /).first()
  expect(await lastUsed.innerText()).toMatch(/\d:\d\d [AP]M$/)
  await page.getByLabel('Show times').selectOption('24')
  expect(await lastUsed.innerText()).toMatch(/, \d\d:\d\d$/)
  await openAccount()
  expect(await lastUsed.innerText()).toMatch(/, \d\d:\d\d$/)
  await page.getByLabel('Show times').selectOption('auto')
})

test('SHELL-11 the bell counts new notifications without a reload, and resets the count once they are read', async () => {
  await post('/api/user/personalization', { goals: ['exercise'], struggles: ['snooze'], voice: 'lily' })
  const [date] = new Date(Date.now() + 3 * 86_400_000).toISOString().split('T')
  await post('/api/schedule', { wakeupTime: '06:30', timezone: 'Europe/Berlin', isRecurring: false, date })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await activeSwitch(page, '6:30 AM').click()
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click() // without a reload
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await list.getByText('Your 6:30 AM schedule is paused').waitFor()
  await list.getByText('New', { exact: true }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})

test('SHELL-11 the bell opens, is read and closes by keyboard alone', async () => {
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  const part = Promise.withResolvers<void>()
  await page.route(/notices-bell/, async (route) => {
    await part.promise
    await route.continue()
  })
  await page.reload()
  await bell.focus() // the placeholder, before its script loads
  part.resolve()
  await bell.and(page.locator('[popovertarget]')).waitFor()
  await page.unroute(/notices-bell/)
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await list.getByText('Your 6:30 AM schedule is paused').waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'H2') // screen readers start at the heading
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Your 6:30 AM schedule is paused')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Notifications')
})

test('CALL-9 an open dashboard shows a STOP texted from the phone, until START', async () => {
  const phone = await handset(place.sandboxUrl, '+12025550177')
  await page.goto('/dashboard')
  await page.getByText('Inactive', { exact: true }).waitFor()
  const stopped = page.getByText('You stopped our texts. Text START to +12025550100 to turn them back on.')
  expect(await stopped.count()).toBe(0)
  await phone.text('STOP')
  await stopped.waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await phone.text('START')
  await stopped.waitFor({ state: 'detached' })
})

test('CALL-7 S72 the dashboard says that all calls are off, until a code texted to the phone turns them back on', async () => {
  const phone = await handset(place.sandboxUrl, '+12025550177')
  await openAccount()
  await page.getByRole('switch', { name: 'Call my phone' }).click()
  const message = (words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words)
  const question = page.getByRole('dialog', { name: 'Turn off all calls?' })
  await question.getByRole('button', { name: 'Keep my calls' }).click()
  expect(await page.getByRole('switch', { name: 'Call my phone' }).isChecked()).toBe(true)
  await page.getByRole('switch', { name: 'Call my phone' }).click()
  await question.getByRole('button', { name: 'Turn off' }).click()
  await message('Every schedule is paused.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await message('Every schedule is paused.').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('switch', { name: 'Call my phone' }).isChecked()).toBe(true)
  await page.getByRole('switch', { name: 'Call my phone' }).click()
  await question.getByRole('button', { name: 'Turn off' }).click()
  await message('Every schedule is paused.').waitFor()
  await page.goto('/dashboard')
  const stopped = page.getByRole('region', { name: 'All calls are off.' })
  await stopped.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.getByRole('region', { name: 'Try a Sample Call' }).count()).toBe(0)
  await activeSwitch(page).click() // a session alone is not enough
  await page.getByText('To turn them back on, open Account.').waitFor()
  await page.goto('/schedule-call')
  await page.getByText("All calls are off, so we won't call.").waitFor()
  expect(await page.getByText(/^Next call:/).count()).toBe(0)
  await page.goto('/dashboard')
  await stopped.getByRole('link', { name: 'Turn calls back on' }).click()
  await page.getByRole('switch', { name: 'Call my phone' }).waitFor()
  expect(await page.evaluate(() => document.querySelector('#consents')!.getBoundingClientRect().top)).toBeLessThan(200)
  await answerOnce(page, '**/code/calls', { status: 400, json: { message: 'Something went wrong.' } })
  await page.getByRole('switch', { name: 'Call my phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn calls back on' })
  await dialog.getByText('+1 202 555 0177').waitFor()
  await dialog.getByRole('alert').getByText('Failed to send code: Something went wrong.').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await dialog.getByLabel('Verification code').fill(codeIn((await phone.expectText(30_000)).body))
  await page.getByText('Still paused: 6:30 AM. Resume them on the dashboard.').first().waitFor()
  expect(await page.getByRole('switch', { name: 'Call my phone' }).isChecked()).toBe(true)
  await page.goto('/dashboard')
  await activeSwitch(page).click()
  await page.getByText('Active', { exact: true }).waitFor()
})

test('CODE-3 ACCT-1 a refused resend of a code is reported in its dialog', async () => {
  const other = await visitor.context.newPage()
  await other.clock.install()
  await other.goto('/account')
  const opener = other.getByRole('button', { name: 'Change email' })
  await opener.click()
  await other.getByLabel('New email').fill('other-mara@example.com')
  await other.getByRole('button', { name: 'Send verification code' }).click()
  const dialog = other.getByRole('dialog', { name: 'Enter the code' })
  await dialog.waitFor()
  await other.clock.fastForward(31_000)
  const message = 'Too many codes. Please try again in 40 minutes.'
  await other.route('**/api/account/email', (route) => route.fulfill({ status: 400, json: { message } }))
  await dialog.getByRole('button', { name: 'Resend verification code' }).click()
  const alert = dialog.getByRole('alert').filter({ hasText: 'Failed to send code' })
  await alert.getByText(message).waitFor()
  expect(await faultsInBothThemes(other)).toEqual([])
  await other.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await other.close()
})

test('ACCT-1 the code step names the address that the code was sent to', async () => {
  const other = await visitor.context.newPage()
  const codes = await holdAnswers(other, '**/api/account/email')
  await other.goto('/account')
  await other.getByRole('button', { name: 'Change email' }).click()
  await other.getByLabel('New email').fill('sent-to@example.com')
  await other.getByRole('button', { name: 'Send verification code' }).click()
  const sent = await codes.next()
  await other.getByLabel('New email').fill('typed-later@example.com')
  await sent.answer(200, { message: 'Sent.' })
  const dialog = other.getByRole('dialog', { name: 'Enter the code' })
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain('We sent a code to sent-to@example.com.')
  await other.close()
})

test('S21 a resend of a code whose proof has expired asks for a new proof, then is sent', async () => {
  const other = await visitor.context.newPage()
  await other.clock.install()
  await other.goto('/account')
  await other.getByRole('button', { name: 'Change email' }).click()
  await other.getByLabel('New email').fill('third-mara@example.com')
  await other.getByRole('button', { name: 'Send verification code' }).click()
  const resend = other.getByRole('dialog', { name: 'Enter the code' }).getByRole('button', { name: /^Resend/ })
  await resend.waitFor()
  await other.clock.fastForward(31_000)
  const message = 'Please confirm with a code that it is you.'
  await answerOnce(other, '**/api/account/email', { status: 403, json: { reason: 'fresh-code-required', message } })
  await resend.click()
  const proof = other.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByLabel('Verification code').fill(await mailedCode(place, 'mara@example.com'))
  const sent = other.waitForResponse('**/api/account/email')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  expect((await sent).status()).toBe(200)
  await expect.poll(() => resend.isDisabled()).toBe(true) // the countdown starts again
  await other.close()
})

test('ACCT-1 S21 a code sent to the new email changes it', async () => {
  await openAccount()
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill('new-mara@example.com')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send verification code' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Verification code').fill('000000')
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await dialog.getByText('Invalid verification code. Please try again.').waitFor()
  await dialog.getByLabel('Verification code').fill(await mailedCode(place, 'new-mara@example.com'))
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await page.getByText("We'll send codes and emails to new-mara@example.com from now on.").waitFor()
  await page.getByRole('main').getByText('new-mara@example.com', { exact: true }).first().waitFor()
})

test('ACCT-4 S54 the calendar link is shown only when it is created, and replacing it ends the old one', async () => {
  const field = page.getByLabel('Private calendar link')
  await page.getByRole('button', { name: 'Get a link' }).click()
  await field.and(page.locator(':focus')).waitFor()
  const first = await field.inputValue()
  expect((await fetch(first)).status).toBe(200)
  await page.reload()
  await page.getByText('You already have a link.').waitFor()
  expect(await field.count()).toBe(0)
  await page.getByRole('button', { name: 'Replace link' }).click()
  await page.getByRole('button', { name: 'Replace it' }).click()
  await page.getByText('New calendar link', { exact: true }).waitFor()
  expect(await field.inputValue()).not.toBe(first)
  expect((await fetch(first)).status).toBe(404)
})

test('S21 S45 when the server asks for a fresh code, the requested action continues after it', async () => {
  // The server's response 15 minutes after the sign-in.
  const message = 'Please confirm with a code that it is you.'
  await answerOnce(page, '**/api/account/export', { status: 403, json: { reason: 'fresh-code-required', message } })
  await page.getByRole('button', { name: 'Prepare my archive' }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByLabel('Verification code').fill(await mailedCode(place, 'new-mara@example.com'))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Download \(/ }).waitFor({ timeout: 30_000 })
})

test('ACCT-2 S45 the archive downloads after a fresh code', async () => {
  const message = 'Please confirm with a code that it is you.'
  await answerOnce(page, '**/download', { status: 403, json: { reason: 'fresh-code-required', message } })
  await page.getByRole('button', { name: /^Download \(/ }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByLabel('Verification code').fill(await mailedCode(place, 'new-mara@example.com'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('reveille-data.zip')
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
})

test('ACCT-3 the typed word and the code delete the account, and the page says so', async () => {
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText("You can't undo this.").waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Please type DELETE to delete your account.').waitFor()
  await dialog.getByLabel('Type DELETE').fill('DELETE')
  await dialog.getByRole('button', { name: 'Continue' }).click() // this sends the code
  await dialog.getByLabel('Verification code').fill(await deletionCode())
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL(`${place.webUrl}/`)
  await page.getByText('Account deleted').waitFor()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  await page.goto('/account')
  await page.waitForURL('**/login?returnTo=%2Faccount')
  expect(visitor.watch.faults()).toEqual([])
})

async function deletionCode(): Promise<string> {
  for (;;) {
    const { subject } = await mailbox(place.sandboxUrl).expectMail('new-mara@example.com')
    if (subject.endsWith('is your code to delete your account')) return subject.slice(0, 6)
  }
}
