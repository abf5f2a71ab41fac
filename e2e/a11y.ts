import axe from 'axe-core'
import type { Page } from 'playwright-core'

const conformance = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The WCAG 2.2 AA violations on the page, one line each. Waits until colors have settled. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    // An inherited color may start to change only after its parent's transition.
    while (changing().length > 0) await Promise.allSettled(changing().map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (values) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const runOnly = { type: 'tag', values } as const
    return (await inPage.run({ runOnly, resultTypes: ['violations'], iframes: false })).violations // frames belong to other sites
  }, conformance)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help}, at ${target.join(' ')}`),
  )
}

/** The WCAG 2.2 AA violations in both themes. Leaves the page in the light theme. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${theme}: ${fault}`))
  }
  return faults
}
