import { rm } from 'node:fs/promises'
import path from 'node:path'
import { buildWebWhenStale } from '../scripts/build-web.ts'
import { INSTALLED, newPlace, startProduct } from './processes.ts'

/**
 * Once for all files: two starts at once would both build. One first start makes the database that other places begin
 * with; its own costs twice what a later start does.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  await buildWebWhenStale()
  if (process.env[INSTALLED] !== undefined) return undefined // by the setup of another project
  const place = await newPlace()
  const product = await startProduct(place)
  await product.stop()
  for (const ofThisPlace of ['files', 'sandbox', 'postgres.socket'])
    await rm(path.join(place.dataDir, ofThisPlace), { recursive: true })
  process.env[INSTALLED] = place.dataDir
  return () => rm(place.dataDir, { recursive: true })
}
