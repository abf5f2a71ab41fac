import type { TestProject } from 'vitest/node'
import { installedPlace, removePlace, startProduct, type Place } from './processes.ts'

declare module 'vitest' {
  // Only an interface can be added to.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    /** Where a product with the default settings runs. */
    sharedProduct: Place
  }
}

/** Runs once for all files: a start takes two seconds of processor time. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct(await installedPlace({ LIMIT_CODES_PER_IP: '1000' })) // all people share an address
  const { dataDir, webUrl, sandboxUrl, env } = product
  project.provide('sharedProduct', { dataDir, webUrl, sandboxUrl, env })
  return async () => {
    await product.stop()
    await removePlace(product)
  }
}
