import { expect, test } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { answerOnce, expectNewerCodeTried, holdAnswers } from './answer-once.ts'
import { rememberAnnounced } from './page-watch.ts'
import { productForFile } from './product-for-file.ts'
import { expectAfter, expectAtOnce, isAt, stopClock } from './stopped-clock.ts'
import { createAccount, mailedCode, newestMailedCode, newVisitor } from './web-person.ts'

const { browser, place } = await productForFile()

const badRequest = /status of 400/

test('SIGNUP-1 SIGNUP-2 SIGNUP-4 AUTH-5 sign-up by keyboard alone, from the form to the dashboard', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await page.clock.install()
  await page.goto('/signup')
  const go = page.getByRole('button', { name: 'Continue with email' })
  expect(await go.isDisabled()).toBe(true)
  expect(await page.getByRole('link', { name: /Terms & Conditions/ }).getAttribute('target')).toBe('_blank')
  expect(await page.getByRole('link', { name: /Privacy Policy/ }).getAttribute('target')).toBe('_blank')
  await page.getByLabel('Email').focus()
  await page.keyboard.type('kay@')
  await page.keyboard.press('Enter')
  await page.getByText('Name required: Please enter your full name.').waitFor()
  await page.getByText("That doesn't look like an email address.").waitFor()
  await page.getByText(/^Terms acceptance required: You must accept/).waitFor()
  await page.keyboard.type('Kay Board') // the first fault has the focus
  expect(await page.getByLabel('Full name').inputValue()).toBe('Kay Board')
  expect(await page.getByText('Name required').count()).toBe(0)
  await page.keyboard.press('Tab')
  await page.keyboard.type('kay@example.com')
  await page.getByRole('checkbox', { name: /^I accept/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'Remember me' }).focus()
  await page.keyboard.press('Space')
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Verification code sent').waitFor()
  const code = page.getByPlaceholder('Enter 6-digit code')
  await code.waitFor()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('Please enter the verification code sent to your email.').waitFor()
  const mailed = await mailedCode(place, 'kay@example.com')
  await stopClock(page)
  await page.evaluate(() => navigation.addEventListener('navigate', () => sessionStorage.setItem('leaving', 'yes')))
  await page.keyboard.type(mailed) // its last digit submits it
  const welcome = page.getByRole('status').filter({ hasText: 'Account created successfully' })
  await expectAtOnce(page, () => welcome.getByText('Welcome to Reveille!').isVisible())
  await expectAfter(page, 500, () => page.evaluate(() => sessionStorage.getItem('leaving') !== null))
  await page.clock.resume()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: 'Ready to Take Charge, Boss!' }).waitFor()
  const cookie = (await context.cookies()).find(({ name }) => name === 'connect.sid')
  expect(cookie?.expires, 'a persistent cookie').toBeGreaterThan(0)
  expect(await page.evaluate(() => sessionStorage.getItem('was_authenticated'))).not.toBeNull()
  expect(await page.evaluate(() => sessionStorage.getItem('auth_successful'))).not.toBeNull()
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('SIGNUP-3 signing up with a known address leads to the login page, which takes the code just sent', async () => {
  const known = await newVisitor(browser, place)
  await createAccount(known.page, place, 'known@example.com')
  await known.context.close()
  const { context, page } = await newVisitor(browser, place)
  await page.clock.install()
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Known')
  await page.getByLabel('Email').fill('known@example.com')
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await stopClock(page)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  const refusal = 'Email already registered: This email is already registered. Please login instead.'
  await expectAtOnce(page, () => page.getByText(refusal).isVisible())
  await expectAfter(page, 2_000, isAt(page, '/login'))
  await page.clock.resume()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('We sent a code to known@example.com')
  await page.getByLabel('Verification code').fill(await mailedCode(place, 'known@example.com'))
  await page.waitForURL('**/dashboard')
  await context.close()
})

test('LOGIN-1 LOGIN-2 LOGIN-3 LOGIN-4 LOGIN-5 SHELL-12 AUTH-8 a code logs in and leads back to the requested page, and logout signs out', async () => {
  const first = await newVisitor(browser, place)
  await createAccount(first.page, place, 'login@example.com')
  await first.context.close()
  const { context, page } = await newVisitor(browser, place, { expected: [badRequest] })
  await page.goto('/call-history')
  await page.waitForURL('**/login**')
  expect(await page.getByLabel('Email').getAttribute('type')).toBe('email')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByText('Email required: Please enter your email address.').waitFor()
  await page.getByLabel('Email').fill('login@example.com')
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  const sent = page.getByRole('status').filter({ hasText: 'Verification code sent' })
  expect(await sent.innerText()).toContain('Please check your email for a verification code.')
  await page.getByText('login@example.com').waitFor()
  const field = page.getByPlaceholder('Enter 6-digit code')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Verification code required: Please enter the verification code sent to your email.').waitFor()
  const code = await mailedCode(place, 'login@example.com')
  await field.fill(code === '000000' ? '111111' : '000000')
  const failed = page.getByRole('main').getByRole('alert').filter({ hasText: 'Login failed' }) // beside the field
  expect(await failed.innerText()).toContain('Invalid verification code. Please try again.')
  await page.getByRole('button', { name: 'Resend verification code' }).waitFor()
  await page.getByRole('button', { name: 'Use a different email' }).click()
  expect(await page.getByLabel('Email').inputValue()).toBe('login@example.com')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  expect(await field.inputValue()).toBe('')
  const newest = await newestMailedCode(place, 'login@example.com') // a new code if 30 s have passed
  const signIn = page.waitForRequest('**/api/auth/login')
  await field.fill(`${newest}7`)
  expect((await signIn).postDataJSON()).toEqual({ email: 'login@example.com', otp: newest, rememberMe: true })
  await page.waitForURL('**/call-history')
  await page.getByText('No Call History Yet').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => sessionStorage.getItem('was_authenticated'))).toBeNull()
  await context.close()
})

test('LOGIN-5 without a requested page, signing in shows a message and loads the dashboard', async () => {
  const { context, page } = await newVisitor(browser, place)
  const shown = (await rememberAnnounced(page))('Login successful')
  await page.goto('/login')
  await page.getByLabel('Email').fill('login@example.com')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  // Hold the full page load until the message shows.
  await page.route('**/dashboard', async (route) => {
    await shown
    await route.continue()
  })
  await page.getByLabel('Verification code').fill(await mailedCode(place, 'login@example.com'))
  expect(await shown).toContain('Loading your dashboard...')
  await page.getByRole('heading', { name: 'Ready to Take Charge, Boss!' }).waitFor()
  await context.close()
})

test('LOGIN-3 SIGNUP-2 back, a reload and a second tab keep what was typed while signing up', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  const [name, email] = [page.getByLabel('Full name'), page.getByLabel('Email')]
  const [terms, code] = [page.getByRole('checkbox', { name: /^I accept/ }), page.getByLabel('Verification code')]
  await page.goto('/signup')
  await name.fill('Tab One')
  await email.fill('tab-one@example.com')
  await terms.check()
  await page.locator('button:enabled', { hasText: 'Continue with email' }).waitFor() // the app has read the box
  const other = await context.newPage()
  await other.goto('/signup')
  expect(await other.getByLabel('Full name').inputValue()).toBe('')
  await other.getByLabel('Full name').fill('Tab Two')
  const kept = async () => [await name.inputValue(), await email.inputValue(), await terms.isChecked()]
  await page.reload()
  await page.locator('input[name=terms]:checked').waitFor()
  expect(await kept()).toEqual(['Tab One', 'tab-one@example.com', true])

  await page.getByRole('button', { name: 'Continue with email' }).click()
  await code.fill('123')
  await page.reload()
  await page.getByText('tab-one@example.com').waitFor()
  expect(await code.inputValue()).toBe('123')
  await page.goBack()
  await email.waitFor()
  expect(await kept()).toEqual(['Tab One', 'tab-one@example.com', true])
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.goForward()
  await code.waitFor()
  expect(await code.inputValue()).toBe('')

  // The code works in the second tab too, and the first one signs in on reload.
  await other.getByLabel('Email').fill('tab-one@example.com')
  await other.getByRole('checkbox', { name: /^I accept/ }).check()
  await other.getByRole('button', { name: 'Continue with email' }).click()
  await other.getByLabel('Verification code').waitFor()
  await other.getByLabel('Verification code').fill(await newestMailedCode(place, 'tab-one@example.com'))
  await other.waitForURL('**/dashboard')
  await page.reload()
  await page.waitForURL('**/dashboard')
  expect(watch.faults()).toEqual([])
  await context.close()
})

test('LOGIN-7 an unknown address is offered an account, and the code already sent works there', async () => {
  const { context, page, watch } = await newVisitor(browser, place)
  await page.goto('/login')
  await page.getByLabel('Email').fill('newcomer@example.com')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByText("We couldn't find an account for newcomer@example.com.").waitFor()
  const code = await mailedCode(place, 'newcomer@example.com')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/signup')
  expect(await page.getByLabel('Email').inputValue()).toBe('newcomer@example.com')
  await page.getByLabel('Full name').fill('New Comer')
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.getByLabel('Verification code').fill(code)
  await page.waitForURL('**/dashboard')
  expect(watch.faults()).toEqual([])
  await context.close()
})

test.each([
  ['LOGIN-2', '/login', 'login'],
  ['SIGNUP-2', '/signup', 'signup'],
])('%s an email corrected while its code is sent stays, and its own code is awaited', async (_promise, path, type) => {
  const { context, page } = await newVisitor(browser, place)
  const codes = await holdAnswers(page, '**/api/auth/request-email-otp')
  await page.goto(path)
  const email = page.getByLabel('Email')
  if (type === 'signup') {
    await page.getByLabel('Full name').fill('Mara')
    await page.getByRole('checkbox', { name: /^I accept/ }).check()
  }
  await email.fill('mara@gmial.example')
  await email.press('Enter')
  const first = await codes.next()
  await email.fill('mara@gmail.example')
  await first.answer(200, { type, message: 'Sent.' })
  expect(await email.inputValue()).toBe('mara@gmail.example')
  await email.press('Enter')
  const second = await codes.next()
  expect(second.body['email']).toBe('mara@gmail.example')
  await second.answer(200, { type, message: 'Sent.' })
  await page.getByText('We sent a code to mara@gmail.example').waitFor()
  await context.close()
})

test('LOGIN-3 a code retyped while the first one is checked is kept, and tried', async () => {
  const { context, page } = await newVisitor(browser, place, { expected: [badRequest] })
  await answerOnce(page, '**/api/auth/request-email-otp', { json: { type: 'login', message: 'Sent.' } })
  const logins = await holdAnswers(page, '**/api/auth/login')
  await page.goto('/login')
  await page.getByLabel('Email').fill('typo@example.com')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expectNewerCodeTried(page, page.getByLabel('Verification code'), logins)
  await context.close()
})

test.each([
  [
    'the server’s words',
    { status: 429, json: { message: 'Please try again in 5 minutes.' } },
    'Please try again in 5 minutes.',
  ],
  [
    'words for a response that is not JSON',
    { status: 500, body: '<h1>Oops</h1>' },
    'Server error. Please try again later',
  ],
  [
    'the page’s own words for a captcha that breaks',
    { status: 400, json: { reason: 'captcha-required', message: 'A captcha is needed.' } },
    'Could not send verification code. Please try again.',
  ],
])('LOGIN-6 API-2 when no code can be sent, %s are shown', async (_case, answer, words) => {
  const { context, page } = await newVisitor(browser, place)
  await page.route('**/pbkdf2*.js', (route) => route.abort())
  await page.route('**/api/auth/request-email-otp', (route) => route.fulfill(answer))
  await page.goto('/login')
  await page.getByLabel('Email').fill('a@example.com')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to send code' })
  await alert.waitFor()
  expect(await alert.innerText()).toContain(words)
  expect(await page.getByLabel('Email').inputValue()).toBe('a@example.com')
  // The next attempt clears the error.
  await page.unroute('**/api/auth/request-email-otp')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByText("We couldn't find an account for a@example.com.").waitFor()
  expect(await alert.count()).toBe(0)
  await context.close()
})

test('SHELL-6 AUTH-3 with a session cookie and no flag, the page shows loading until the server answers', async () => {
  const { context, page } = await newVisitor(browser, place)
  await context.addCookies([{ name: 'reveille_session', value: '1', url: place.webUrl }])
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/check', async (route) => {
    await held.promise
    await route.continue()
  })
  for (const path of ['/', '/login', '/signup']) {
    await page.goto(path)
    await page.getByRole('main').getByText('Loading...').waitFor()
  }
  expect(await accessibilityFaults(page)).toEqual([])
  held.resolve()
  await page.getByRole('button', { name: 'Continue with email' }).waitFor()
  expect(await page.getByText('Loading...').count()).toBe(0)
  await context.close()
})
