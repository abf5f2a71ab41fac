import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { StartRefused } from '../process/start-refused.ts'

export const MANIFEST = 'manifest.json'

/** What a backup says about itself. */
export const Manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Of the product that took it. */
  version: z.string(),
  /** The migrations that had run: a restore makes the tables as they were then. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** The last id that each sequence gave. */
  sequences: z.record(z.string(), z.int()),
  jobs: z.int(),
  files: z.int(),
  /** Tells whether a secret is that of the backup, and nothing about it. */
  secret: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8')
  const { success, data } = Manifest.safeParse(JSON.parse(text))
  if (!success) throw new StartRefused(`${folder} was made in another way than this version knows: use a newer one.`)
  return data
}

/** The same for the same secret; too short to search for it. */
export function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('of a backup').digest('hex').slice(0, 8)
}
