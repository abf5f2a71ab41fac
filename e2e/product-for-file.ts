import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { installedPlace, removePlace, startProduct, type Place, type Product } from './processes.ts'

/** One browser for all files of a worker, since a launch takes a second. It ends with the worker. */
let browserOfWorker: Promise<Browser> | undefined

/** Starts the product at its own place for one test file. It stops, and its pages close, after the last test. */
export async function productForFile(
  env: Readonly<Record<string, string>> = {},
): Promise<{ place: Place; product: Product; browser: Browser }> {
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const place = await installedPlace(env)
  stack.defer(() => removePlace(place))
  const product = await startProduct(place)
  stack.defer(async () => void (await product.stop()))
  const browser = await (browserOfWorker ??= launchBrowser())
  stack.defer(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))))
  return { place, product, browser }
}
