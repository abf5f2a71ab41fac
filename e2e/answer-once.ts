import type { Page, Route } from 'playwright-core'

/**
 * Answers the first request to `url` like this; later ones go to the server. The route stays in place: removed while
 * the next request is already in it, as Playwright's own `times` does, it would leave that one without a response for
 * ever.
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
