import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Answers the first request to `url` like this; later ones go to the server. Playwright's own `times` removes the route,
 * and a request that is already in it would then never get a response.
 */
export async function answerOnce(
  page: Page,
  url: string | RegExp,
  answer: Parameters<Route['fulfill']>[0],
): Promise<void> {
  let isFirst = true
  await page.route(url, (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    return route.fulfill(answer)
  })
}

/** The server handles changes at `url`, but their answers wait for `answer()`. `handled` resolves after the first. */
export async function delayAnswers(
  page: Page,
  url: string | RegExp,
): Promise<{ handled: Promise<void>; answer: () => void }> {
  const { promise: handled, resolve: handle } = Promise.withResolvers<void>()
  const { promise: answerable, resolve: answer } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    const response = await route.fetch()
    handle()
    await answerable
    return route.fulfill({ response })
  })
  return { handled, answer }
}

/** Holds requests to `url`. `next` waits for one, and `answer` returns once the page has its answer. */
export async function holdAnswers(page: Page, url: string) {
  const held: Route[] = []
  await page.route(url, (route) => void held.push(route))
  return {
    async next() {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      const route = held.shift()!
      const answer = async (status: number, json: object) => {
        await route.fulfill({ status, json })
        await page.evaluate(async () => void (await fetch('/icon.svg'))) // the page gets this answer later
      }
      return { body: route.request().postDataJSON() as Record<string, unknown>, answer }
    },
  }
}

/** Types a second code while the first one is checked, and a third one while the second is. */
export async function expectNewerCodeTried(
  page: Page,
  field: Locator,
  checks: Awaited<ReturnType<typeof holdAnswers>>,
): Promise<void> {
  const refuse = async (otp: string, meanwhile: string) => {
    const check = await checks.next()
    expect(check.body['otp']).toBe(otp)
    await field.fill(meanwhile)
    await check.answer(400, { reason: 'code-wrong', message: `Not ${otp}.` })
  }
  await field.fill('111111')
  await refuse('111111', '2222')
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  await page.keyboard.type('33')
  await refuse('222233', '444444')
  await refuse('444444', '444444')
  await page.getByRole('main').getByRole('alert').waitFor()
}
