import type { Page, Route } from 'playwright-core'

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
