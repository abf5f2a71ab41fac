import type { BrowserContext, Page } from 'playwright-core'
import { takeScreenshots } from '../screenshot.ts'

type Email = { subject: string; html: string }

export async function visitorScreens(page: Page): Promise<void> {
  for (const [name, path] of Object.entries({
    landing: '/',
    help: '/help',
    terms: '/terms',
    privacy: '/privacy',
    firebase: '/firebase-test',
    'not-me': '/not-me',
    'not-found': '/no-such-page',
    login: '/login',
  })) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await takeScreenshots(page, `1-visitor-${name}`)
  }
  await page.goto('/help')
  // Normally one answer is open at a time.
  await page.locator('main details').evaluateAll((all) => {
    for (const details of all) Object.assign(details, { name: '', open: true })
  })
  await takeScreenshots(page, '1-visitor-help-open')
  await page.goto('/not-me#1.forged')
  await page.getByRole('button', { name: /^That wasn't me/ }).waitFor()
  await takeScreenshots(page, '1-visitor-not-me-link')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await takeScreenshots(page, '1-visitor-login-empty')
}

/** Renders each kind of email that the walk received. */
export async function emailScreens(page: Page, emails: readonly Email[]): Promise<void> {
  const looks = new Map(emails.map(({ subject, html }) => [subject.replace(/\d{6}/, 'code'), html]))
  for (const [subject, html] of looks) {
    await page.setContent(html)
    await takeScreenshots(page, `2-email-${subject.replaceAll(/\W+/g, '-').toLowerCase()}`)
  }
  await page.close()
}

export async function loginScreens(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody-yet@example.com')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByText(/^We couldn't find an account/).waitFor()
  await takeScreenshots(page, '2-login-unknown')
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').waitFor()
  await takeScreenshots(page, '2-login-code')
  await context.close()
}
