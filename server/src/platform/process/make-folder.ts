import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** One folder at a time: Node's recursive mkdir loops forever where the answer is always ENOENT, as in /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(folder)) throw error // another process created it first
  }
}
