import { CONSENTS } from '@reveille/core/consents/consents'
import { handset } from '@reveille/exchange/testing/handset'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { answerOnce, expectNewerCodeTried, holdAnswers } from './answer-once.ts'
import { countTouches } from './count-touches.ts'
import { productForFile } from './product-for-file.ts'
import { expectAfter, expectAtOnce, isAt, stopClock } from './stopped-clock.ts'
import { codeIn, createAccount, mailedCode, newVisitor, signUp } from './web-person.ts'

const { browser, place } = await productForFile()

const badRequest = /status of 400/

test('SIGNUP-1 PHONE-1 PREF-1 DASH-2 a phone rings at most seven presses, four typed fields and two codes that submit themselves after the landing page', async () => {
  const { context, page } = await newVisitor(browser, place)
  const touches = await countTouches(context)
  await page.goto('/')
  await page.getByRole('link', { name: 'Try It Now – Free Wake-Up Call' }).first().click()
  // Autofill takes one click for both fields. `fill` writes without key presses, like autofill.
  const [name, email] = [page.getByLabel('Full name'), page.getByLabel('Email')]
  await name.click()
  for (const [field, token] of [
    [name, 'name'],
    [email, 'email'],
  ] as const) {
    expect(await field.getAttribute('autocomplete')).toBe(token)
  }
  await name.fill('Few Clicks')
  await email.fill('few-clicks@example.com')
  await page.getByRole('checkbox', { name: /^I accept/ }).click()
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.getByLabel('Verification code').waitFor()
  await page.keyboard.type(await mailedCode(place, 'few-clicks@example.com')) // it has focus
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: 'Start with Bill Next Door' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Lily/ }).click() // chooses her and goes on
  await page.getByRole('heading', { name: 'One Last Step to Unlock Your Kickass Mornings' }).waitFor()
  const phone = await handset(place.sandboxUrl, '+12025550141')
  await page.locator('input[name=phone]:focus').waitFor()
  await page.keyboard.type('+12025550141')
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByLabel('Verification code').waitFor()
  await page.keyboard.type(codeIn((await phone.expectText(30_000)).body))
  const ringing = await phone.expectCall(30_000)
  await page.getByRole('region', { name: 'Ringing now' }).getByText('Your sample call with').waitFor()
  expect(touches.clicks()).toBeLessThanOrEqual(7)
  expect(touches.typedFields()).toEqual(['/signup otp', '/phone-verification phone', '/phone-verification otp'])
  await ringing.decline()
  // Nothing was put into their mouth.
  await page.getByText("Lily will call you. Tell us what gets you up, and you'll hear it.").waitFor()
  await page.getByRole('link', { name: "Make tomorrow's call yours" }).click()
  await page.getByRole('heading', { name: 'What do you want to get up for?' }).waitFor()
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await context.close()
})

test('PHONE-1 PHONE-2 PHONE-15 a phone is verified by keyboard alone, with a name for every control', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await createAccount(page, place, 'keys@example.com')
  await page.goto('/phone-verification')
  await page.locator('input[name=phone]:focus').waitFor() // the page sets the initial focus
  await page.getByRole('combobox', { name: 'Country code' }).focus()
  const next = async (role: 'textbox' | 'button', name: string | RegExp) => {
    await page.keyboard.press('Tab')
    const wanted = page.getByRole(role, { name })
    await expect.poll(() => wanted.evaluate((element) => element === document.activeElement)).toBe(true)
  }
  await next('textbox', 'Phone number')
  await typeANumber(page)
  await next('button', 'Send Verification Code')
  const phone = await handset(place.sandboxUrl, '+12025550142')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Verification code' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const code = codeIn((await phone.expectText(30_000)).body)
  const reachedFor = Promise.withResolvers<void>()
  await page.route('**/preferences-page-*.js', async (route) => {
    await reachedFor.promise
    await route.continue()
  })
  const reached = page.waitForFunction(reachForToast, '/personalization')
  await page.keyboard.type(code)
  await reached
  reachedFor.resolve()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save our number') // kept by the late page
  const saved = page.waitForEvent('download')
  await page.getByRole('status').getByRole('button', { name: 'Save our number' }).press('Enter')
  expect((await saved).suggestedFilename()).toBe('reveille.vcf') // phones open it
  expect(watch.faults()).toEqual([])
  await context.close()
})

/** Runs in the page: focuses the action of a toast as soon as this page shows one, so that the toast stays. */
function reachForToast(path: string): boolean {
  const action = location.pathname === path && document.querySelector<HTMLElement>('[role=status] button')
  if (action) action.focus()
  return Boolean(action)
}

/** Types a number with its country code, then deletes and retypes a digit in the middle, where the caret stays. */
async function typeANumber(page: Page): Promise<void> {
  const field = page.getByLabel('Phone number')
  const shown = () =>
    field.evaluate(
      (input: HTMLInputElement) =>
        `${input.value.slice(0, input.selectionStart!)}|${input.value.slice(input.selectionStart!)}`,
    )
  await page.keyboard.type('+12025550142')
  await expect.poll(shown).toBe('(202) 555-0142|')
  expect(await page.getByLabel('Country code').inputValue()).toBe('+1')
  for (let left = 0; left < 5; left++) await page.keyboard.press('ArrowLeft')
  expect(await shown()).toBe('(202) 555|-0142')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace') // on the dash, it deletes a digit
  await expect.poll(shown).toBe('(202) 55|0-142')
  await page.keyboard.type('5')
  await expect.poll(shown).toBe('(202) 555|-0142')
}

test.each([
  [
    'PHONE-5',
    'a number',
    { path: '/phone-verification', number: '+12025550157', verified: undefined, next: '**/personalization' },
  ],
  [
    'WAKE-18 PHONE-5',
    'a second number',
    { path: '/phone-verification?as=second', number: '+12025550194', verified: '2025550193', next: '**/account' },
  ],
])('%s a right code for %s counts again if its answer got lost', async (_promise, _of, person) => {
  const { context, page } = await newVisitor(browser, place)
  await createAccount(page, place, `lost-answer${person.number}@example.com`, person.verified)
  await page.goto(person.path)
  await page.getByLabel('Phone number').fill(person.number)
  const phone = await handset(place.sandboxUrl, person.number)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  const code = codeIn((await phone.expectText(30_000)).body)
  let isFirst = true
  await page.route('**/api/auth/verify-otp', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    await route.fetch()
    await route.abort()
  })
  const field = page.getByLabel('Verification code')
  await field.fill(code)
  await page.getByRole('alert').waitFor()
  await field.fill('')
  await field.fill(code)
  await page.waitForURL(person.next)
  await context.close()
})

test('PHONE-2 PHONE-8 back, a reload and a second tab keep what was typed while verifying a phone', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await createAccount(page, place, 'kept@example.com')
  const tables = Promise.withResolvers<void>()
  await page.route('**/as-typed-*.js', async (route) => {
    await tables.promise
    await route.continue()
  })
  await page.goto('/phone-verification')
  const [country, number] = [page.getByLabel('Country code'), page.getByLabel('Phone number')]
  const code = page.getByLabel('Verification code')
  await country.selectOption('+61')
  await number.fill('0491570156')
  tables.resolve() // the earlier input is parsed now, which drops its zero
  await expect.poll(() => number.inputValue()).toBe('0491 570 156')
  const other = await context.newPage()
  await other.goto('/phone-verification')
  await other.getByLabel('Phone number').fill('1')
  await page.reload()
  await number.waitFor()
  expect([await country.inputValue(), await number.inputValue()]).toEqual(['+61', '0491 570 156'])

  const phone = await handset(place.sandboxUrl, '+61491570156')
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await code.fill('123')
  await page.reload()
  await page.getByText('+61 491 570 156').waitFor()
  expect(await code.inputValue()).toBe('123')
  await page.goBack()
  await number.waitFor()
  expect([await country.inputValue(), await number.inputValue()]).toEqual(['+61', '0491 570 156'])
  await page.goForward()
  await code.waitFor()
  expect(await code.inputValue()).toBe('')
  await code.fill(codeIn((await phone.expectText(30_000)).body))
  await page.waitForURL('**/personalization')
  await page.goto('/phone-verification')
  expect(await number.inputValue()).toBe('')
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('AUTH-8 PHONE-8 logging out clears the person’s input from the browser', async () => {
  const { context, page } = await newVisitor(browser, place)
  await createAccount(page, place, 'shared-computer@example.com')
  await page.goto('/personalization?step=1')
  await page.getByRole('checkbox', { name: 'Something else' }).check()
  await page.getByLabel('Your goal').fill('a secret of mine')
  await handset(place.sandboxUrl, '+12025550145')
  await page.goto('/phone-verification-twilio')
  await page.getByLabel('Phone number').fill('+12025550145')
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.waitForURL('**/otp-verification')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  const stored = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
  const left = await page.evaluate(stored)
  for (const word of ['secret', '2025550145', 'shared-computer', 'Return']) expect(left).not.toContain(word)
  await context.close()
})

test('PHONE-6 a number that is too short is reported before a captcha is solved, until the person corrects it', async () => {
  const { context, page, watch } = await newVisitor(browser, place, { timezoneId: 'America/New_York' })
  await createAccount(page, place, 'short@example.com')
  const { promise: loadable, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/as-typed*', async (route) => {
    await loadable
    await route.fallback()
  })
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill('202')
  const puzzles = requestsTo(page, '/api/captcha')
  await page.keyboard.press('Enter')
  await page.getByText('Phone number too short: That number looks too short. Check it and try again.').waitFor()
  load() // the tables that format a number
  await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe('(202)')
  expect(await page.getByText('Phone number too short').count()).toBe(1)
  expect(puzzles).toEqual([])
  const phone = await handset(place.sandboxUrl, '+12025550158')
  await page.getByLabel('Phone number').fill('+12025550158')
  expect(await page.getByText('Phone number too short').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByText('Code sent successfully').waitFor()
  await phone.expectText(30_000)
  expect(watch.faults()).toEqual([])
  await context.close()
})

/** The numbers that requests to this path name, from now on. */
function requestsTo(page: Page, path: string): (string | null)[] {
  const named: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === path) named.push(searchParams.get('phone'))
  })
  return named
}

test('PHONE-5 CODE-3 a number that needs a harder captcha solves it by itself', async () => {
  const { context, page, watch } = await newVisitor(browser, place, { expected: [badRequest] })
  await createAccount(page, place, 'puzzle@example.com')
  const phone = await handset(place.sandboxUrl, '+12025550146')
  const puzzles = requestsTo(page, '/api/captcha')
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill('+12025550146')
  // The server's response when that block of numbers gets many texts.
  const harder = { reason: 'captcha-required', message: 'A captcha is needed.' }
  await answerOnce(page, '**/api/auth/send-otp', { status: 400, json: harder })
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByText('Code sent successfully').waitFor()
  expect(puzzles).toEqual(['+12025550146', '+12025550146'])
  await phone.expectText(30_000)
  expect(watch.faults()).toEqual([])
  await context.close()
})

/** In the page: keeps every heading and button text from now on, however briefly it shows. */
function rememberTexts(): void {
  const seen: string[] = []
  Reflect.set(window, 'seen', seen)
  const look = () => {
    for (const element of document.querySelectorAll('main h1, main button'))
      seen.push(`${element.localName} ${element.textContent}`)
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
}

test('PHONE-1 PHONE-2 PHONE-3 PHONE-8 PHONE-9 PHONE-11 PHONE-13 PHONE-14 a number is verified on one page', async () => {
  const { context, page, watch } = await newVisitor(browser, place, { expected: [badRequest] })
  await page.clock.install()
  await page.route('**/api/events', () => undefined) // a live event checks the session too
  await signUp(page, place, 'phone@example.com')
  await page.getByRole('button', { name: 'Schedule a Call' }).click()
  await page.getByRole('heading', { name: 'One Last Step to Unlock Your Kickass Mornings' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('phoneVerificationReturnUrl'))).toBe('/schedule-call')
  expect(await page.getByLabel('Country code').inputValue()).toBe('+61') // from the browser's time zone
  expect(await page.getByLabel('Country code').locator('option').count()).toBe(7)
  await page
    .getByText(
      "Your phone number. We'll text it a code now, or call it if it's a landline, and call it in the morning.",
    )
    .waitFor()
  const agreement = page.getByText(CONSENTS['calls-and-texts'].words)
  expect(await agreement.innerText()).toContain('Standard message and data rates may apply.')
  for (const [name, path] of [['Terms', '/terms'] as const, ['Privacy', '/privacy'] as const])
    expect(await agreement.getByRole('link', { name }).getAttribute('href')).toBe(path)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByText('Phone number required: Please enter your phone number.').waitFor()
  const phone = await handset(place.sandboxUrl, '+12025550143')
  await page.getByLabel('Phone number').fill('+1 202 555 0143')
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  const sent = page.getByRole('status').filter({ hasText: 'Code sent successfully' })
  expect(await sent.innerText()).toContain("Check your phone for the verification code. You're almost there!")
  expect(await page.evaluate(() => localStorage.getItem('verificationPhone'))).toBe('+12025550143')
  const code = codeIn((await phone.expectText(30_000)).body)
  const field = page.getByLabel('Verification code')
  await field.fill('12a34 5')
  expect(await field.inputValue()).toBe('12345')
  expect(await page.getByRole('button', { name: 'Verify', exact: true }).isDisabled()).toBe(true)
  await field.fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('alert').filter({ hasText: 'Invalid verification code' }).waitFor()
  await page.getByRole('button', { name: 'Back to Phone Number' }).click()
  expect(await page.getByLabel('Phone number').inputValue()).toBe('(202) 555-0143')
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await field.waitFor()
  await page.evaluate(rememberTexts)
  const newest = codeIn((await phone.texts()).at(-1)!.body) // a new code if 30 s have passed
  const checks = requestsTo(page, '/api/auth/check')
  const checked = page.waitForResponse('**/api/auth/check')
  await stopClock(page)
  await field.fill(newest)
  await expectAtOnce(page, () => page.getByRole('button', { name: 'Verified' }).isVisible())
  await expectAfter(page, 300, async () => {
    await page.evaluate(async () => void (await fetch('/icon.svg'))) // an earlier request is reported before this one
    return checks.length > 0
  })
  await (await checked).finished()
  await expectAfter(page, 500, isAt(page, '/personalization'))
  await page.clock.resume()
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
  expect(seen).toContain('button Verified')
  expect(seen).not.toContain('h1 Change your wake-up number')
  expect(await page.getByText('Code sent successfully').count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('verificationPhone'))).toBeNull()
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('PHONE-10 PHONE-12 the six boxes accept typing, backspace and a pasted code, and let one digit be corrected', async () => {
  const { context, page, watch } = await newVisitor(browser, place, { expected: [badRequest] })
  await createAccount(page, place, 'boxes@example.com')
  await page.goto('/otp-verification')
  await page.getByText('No phone number found. Please go back to the previous screen.').waitFor()
  await page.goto('/phone-verification-twilio')
  await page.getByLabel('Phone number').fill('1234')
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByText('Invalid phone number: Please enter a valid phone number.').waitFor()
  const phone = await handset(place.sandboxUrl, '+12025550144')
  await page.getByLabel('Phone number').fill('+12025550144')
  await answerOnce(page, '**/api/auth/send-otp', { status: 400, json: { reason: 'internal', message: 'No.' } })
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.getByText('Failed to send OTP: No.').waitFor()
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.waitForURL('**/otp-verification')
  await page.getByRole('heading', { name: 'Boom. We sent you a code.' }).waitFor()
  expect(await page.locator('main').innerText()).toContain('+1 202 555 0144')
  const code = codeIn((await phone.expectText(30_000)).body)
  const boxes = page.getByLabel('6-digit code')
  expect(await boxes.getAttribute('autocomplete')).toBe('one-time-code')
  await boxes.focus()
  await page.keyboard.type('12x')
  await page.getByText('Invalid code format: Verification code should only contain numbers.').waitFor()
  await page.keyboard.press('Backspace')
  expect(await boxes.inputValue()).toBe('1')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Verify & Continue' }).click()
  await page.getByText('Please enter the 6-digit code sent to your phone.').waitFor()
  await boxes.fill('12045')
  const { x = 0, y = 0, width = 0 } = (await boxes.boundingBox()) ?? {}
  await page.mouse.click(x + (2.5 * width) / 6, y + 20)
  await page.keyboard.type('3') // replaces only the third digit
  expect(await boxes.inputValue()).toBe('12345')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('9')
  expect(await boxes.inputValue()).toBe('19345')
  await boxes.fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('main').getByRole('alert').filter({ hasText: 'Incorrect code' }).waitFor()
  expect(await boxes.inputValue()).toBe('')
  await boxes.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.waitForURL('**/personalization')
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('PHONE-10 a code retyped in the six boxes while the first one is checked is kept, and tried', async () => {
  const { context, page } = await newVisitor(browser, place, { expected: [badRequest] })
  await createAccount(page, place, 'retyped@example.com')
  await page.addInitScript(() => localStorage.setItem('verificationPhone', '+12025550161'))
  const checks = await holdAnswers(page, '**/api/auth/verify-otp')
  await page.goto('/otp-verification')
  await expectNewerCodeTried(page, page.getByLabel('6-digit code'), checks)
  await context.close()
})

test('PHONE-5 a number corrected while the first one is refused is not blamed for it', async () => {
  const { context, page } = await newVisitor(browser, place, { expected: [badRequest] })
  await createAccount(page, place, 'corrected@example.com')
  const codes = await holdAnswers(page, '**/api/auth/send-otp')
  await page.goto('/phone-verification')
  const field = page.getByLabel('Phone number')
  await field.fill('+12025550162')
  await field.press('Enter')
  const first = await codes.next()
  await field.fill('+12025550163')
  await first.answer(400, { reason: 'number-invalid', message: 'No.' })
  expect(await page.getByText('Invalid phone number').count()).toBe(0)
  await field.press('Enter')
  expect((await codes.next()).body['phone']).toBe('+12025550163')
  await context.close()
})

test('PHONE-5 a code that is sent after the person left the page does not lead back to it', async () => {
  const { context, page } = await newVisitor(browser, place)
  await createAccount(page, place, 'left@example.com')
  const codes = await holdAnswers(page, '**/api/auth/send-otp')
  await page.goto('/phone-verification')
  await page.getByLabel('Phone number').fill('+12025550164')
  await page.getByLabel('Phone number').press('Enter')
  const sent = await codes.next()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('button', { name: /^Start with/ }).waitFor()
  await sent.answer(200, { message: 'Sent.', by: 'text' })
  await page.getByText('Code sent successfully').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await context.close()
})

test('PHONE-10 the six boxes request a new code automatically after an expired one, and say so if that fails', async () => {
  const { context, page, watch } = await newVisitor(browser, place, { expected: [badRequest] })
  await createAccount(page, place, 'expired@example.com')
  const number = '+12025550159'
  const phone = await handset(place.sandboxUrl, number)
  await page.goto('/phone-verification-twilio')
  await page.getByLabel('Phone number').fill(number)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await page.waitForURL('**/otp-verification')
  await phone.expectText(30_000)
  const expired = { status: 400, json: { reason: 'code-expired', message: 'The code has expired.' } }
  const boxes = page.getByLabel('6-digit code')
  await answerOnce(page, '**/api/auth/verify-otp', expired)
  await answerOnce(page, '**/api/auth/send-otp', { status: 400, json: { reason: 'internal', message: 'No.' } })
  await boxes.fill('123456')
  await page.getByText('Failed to resend OTP').waitFor()
  await answerOnce(page, '**/api/auth/verify-otp', expired)
  const asked = page.waitForResponse('**/api/auth/send-otp')
  await boxes.fill('654321')
  expect((await asked).status()).toBe(200)
  await expect.poll(() => boxes.inputValue()).toBe('')
  expect(watch.faults()).toEqual([])
  await context.close()
})
