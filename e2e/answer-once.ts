import type { Page, Route } from 'playwright-core'

/**
 * The first request to `url` is answered so, every later one by the server. The way stays laid: taken up while the next
 * request is already on it, as Playwright's own `times` does, it would leave that one without an answer for ever.
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
