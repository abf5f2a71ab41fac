import { rm } from 'node:fs/promises'
import path from 'node:path'
import { buildWebWhenStale } from '../scripts/build-web.ts'
import { INSTALLED, newPlace, startProduct } from './processes.ts'

/**
 * Runs once for all files, because two concurrent starts would both build. Its first start makes the database that other
 * places begin with, since creating one makes a start twice as slow.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  await buildWebWhenStale()
  if (process.env[INSTALLED] !== undefined) return undefined // another project's setup did it
  const place = await newPlace()
  const product = await startProduct(place)
  await product.stop()
  for (const ofThisPlace of ['files', 'sandbox', 'postgres.socket'])
    await rm(path.join(place.dataDir, ofThisPlace), { recursive: true })
  process.env[INSTALLED] = place.dataDir
  return () => rm(place.dataDir, { recursive: true })
}
