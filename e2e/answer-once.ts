import type { Page, Route } from 'playwright-core'
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

/** The server handles the first request to `url`, but its answer gets lost. */
export async function loseAnswerOnce(page: Page, url: string): Promise<void> {
  let isFirst = true
  await page.route(url, async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    await route.fetch()
    return route.abort()
  })
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
