import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'

const folder = path.join(import.meta.dirname, '..', 'screenshots')
const sizes = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const colorSchemes = ['light', 'dark'] as const

/** Screenshots of the whole page at three widths, light and dark: screenshots/<name>-1280-light.png and so on. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  for (const size of sizes) {
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme })
      // Set the theme too, since pages prefer the person's choice and are dark at night.
      await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), colorScheme)
      await page.setViewportSize(size)
      // A window as tall as the page, so that sticky bars cover nothing.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width: size.width, height: Math.max(height, size.height) })
      await page.screenshot({ path: path.join(folder, `${name}-${size.width}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before !== null) await page.setViewportSize(before)
}
