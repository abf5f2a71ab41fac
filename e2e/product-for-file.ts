import type { Browser } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { launchBrowser } from './browser.ts'
import { installedPlace, removePlace, startProduct, type Place, type Product } from './processes.ts'

/** One browser for all files of a worker, since a launch takes a second. It ends with the worker. */
let browserOfWorker: Promise<Browser> | undefined

/** A browser for one test file, and the product that all files share. Each file has people of its own. */
export async function sharedProduct(): Promise<{ place: Place; browser: Browser }> {
  return { place: inject('sharedProduct'), browser: await browserForFile() }
}

/** A product with these settings for one test file, at a place of its own. It stops after the last test. */
export async function productForFile(
  env: Readonly<Record<string, string>> = {},
): Promise<{ place: Place; product: Product; browser: Browser }> {
  const stack = new AsyncDisposableStack()
  afterAll(() => stack.disposeAsync())
  const place = await installedPlace(env)
  stack.defer(() => removePlace(place))
  const product = await startProduct(place)
  stack.defer(async () => void (await product.stop()))
  return { place, product, browser: await browserForFile() }
}

/** Its pages close after the last test of the file. */
async function browserForFile(): Promise<Browser> {
  const browser = await (browserOfWorker ??= launchBrowser())
  afterAll(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))))
  return browser
}
