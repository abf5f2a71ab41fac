import axe from 'axe-core'
import type { Page } from 'playwright-core'

const conformance = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The WCAG 2.2 AA violations on the page, one line each; empty is good. Waits until colours have settled. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    // An inherited colour may begin to change only when its parent's transition is done.
    while (changing().length > 0) await Promise.allSettled(changing().map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (values) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const runOnly = { type: 'tag', values } as const
    return (await inPage.run({ runOnly, resultTypes: ['violations'], iframes: false })).violations // frames are others' pages
  }, conformance)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help}, at ${target.join(' ')}`),
  )
}

/** The same in both themes; the page is left in light. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${theme}: ${fault}`))
  }
  return faults
}
