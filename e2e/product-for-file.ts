import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { installedPlace, removePlace, startProduct, type Place, type Product } from './processes.ts'

/** Starts the product at its own place, and a browser, for one test file. Both stop after its last test. */
export async function productForFile(
  env: Readonly<Record<string, string>> = {},
): Promise<{ place: Place; product: Product; browser: Browser }> {
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const place = await installedPlace(env)
  stack.defer(() => removePlace(place))
  const product = await startProduct(place)
  stack.defer(async () => void (await product.stop()))
  const browser = await launchBrowser()
  stack.defer(() => browser.close())
  return { place, product, browser }
}
