import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'

const conformance = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules whose answer depends on the theme. */
const colors = ['color-contrast', 'link-in-text-block']

/** The WCAG 2.2 AA violations on the page, one line each. Waits until colors have settled. */
export const accessibilityFaults = (page: Page): Promise<string[]> =>
  faultsBy(page, { type: 'tag', values: conformance })

async function faultsBy(page: Page, rules: axe.RunOnly): Promise<string[]> {
  await page.evaluate(async () => {
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    // An inherited color may start to change only after its parent's transition.
    while (changing().length > 0) await Promise.allSettled(changing().map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (runOnly) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    return (await inPage.run({ runOnly, resultTypes: ['violations'], iframes: false })).violations // frames belong to other sites
  }, rules)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help}, at ${target.join(' ')}`),
  )
}

/** The WCAG 2.2 AA violations in both themes. Leaves the page in the light theme. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const show = (theme: string) => page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
  await show('dark')
  const dark = await faultsBy(page, { type: 'rule', values: colors })
  await show('light')
  const light = await accessibilityFaults(page)
  return [...dark.map((fault) => `dark: ${fault}`), ...light.map((fault) => `light: ${fault}`)]
}

/** The lowest contrast of a word inside `region` with what is painted behind it, pixel by pixel: axe can't tell on a gradient. */
export async function lowestContrast(region: Locator): Promise<{ ratio: number; words: string }> {
  const page = region.page()
  const texts = await region.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const { left, top } = element.getBoundingClientRect()
    const found: { words: string; color: string; x: number; y: number; width: number; height: number }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const { color } = getComputedStyle(node.parentElement!)
      for (const { x, y, width, height } of range.getClientRects())
        if (width > 2) found.push({ words: node.textContent ?? '', color, x: x - left, y: y - top, width, height })
    }
    return found
  })
  await page.evaluate(() => {
    const hiding = new CSSStyleSheet() // our content security policy lets it in
    hiding.replaceSync('.horizon * { color: transparent !important }')
    document.adoptedStyleSheets = [hiding]
  })
  const picture = (await region.screenshot({ animations: 'disabled' })).toString('base64')
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  return page.evaluate(
    async ([png, placed]) => {
      const bytes = Uint8Array.from(atob(png), (one) => one.codePointAt(0)!)
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })!
      canvas.drawImage(image, 0, 0)
      const linear = (value: number) =>
        value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
      const luminance = (rgb: ArrayLike<number>, at = 0) =>
        0.2126 * linear(rgb[at]!) + 0.7152 * linear(rgb[at + 1]!) + 0.0722 * linear(rgb[at + 2]!)
      let lowest = { ratio: 21, words: '' }
      for (const { words, color, x, y, width, height } of placed) {
        const text = luminance(color.match(/[\d.]+/g)!.map(Number))
        const { data } = canvas.getImageData(x, y, Math.max(1, width), Math.max(1, height))
        for (let at = 0; at < data.length; at += 4) {
          const behind = luminance(data, at)
          const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05)
          if (ratio < lowest.ratio) lowest = { ratio, words }
        }
      }
      return lowest
    },
    [picture, texts] as const,
  )
}
