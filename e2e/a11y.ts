import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const conformance = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The WCAG 2.2 AA violations on the page, one line each; empty is good. Waits until colours have settled. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    // An inherited colour may begin to change only when its parent's transition is done.
    while (changing().length > 0) await Promise.allSettled(changing().map(({ finished }) => finished))
  })
  const { violations } = await new AxeBuilder({ page }).withTags(conformance).analyze()
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
