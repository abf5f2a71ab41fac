import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Not kept for a lost network: what needs one, and fonts of other scripts. */
const LEFT_OUT = /^firebase-|-latin-ext-/

/** Tells the service worker which files to keep, and gives it a name that changes with them. */
export async function fillInOfflineFiles(dist: string): Promise<void> {
  const assets = (await readdir(path.join(dist, 'assets'))).filter((name) => !LEFT_OUT.test(name)).toSorted()
  const files = [...assets.map((name) => `/assets/${name}`), '/manifest.webmanifest', '/icon.svg']
  const shell = await readFile(path.join(dist, 'app.html'))
  const version = createHash('sha256').update(shell).update(files.join(' ')).digest('hex').slice(0, 12)
  const worker = path.join(dist, 'offline.js')
  const code = await readFile(worker, 'utf8')
  await writeFile(worker, code.replace('%VERSION%', version).replace('%FILES%', files.join(' ')))
}
