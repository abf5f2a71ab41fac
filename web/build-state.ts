import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const web = import.meta.dirname
const root = path.join(web, '..')
const mark = path.join(web, 'dist', '.sources')
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/build.ts',
  'web/build-manifest.ts',
  'web/build-sizes.ts',
  'web/vite.config.ts',
  'web/endpoint-table.ts',
  'web/page-head.ts',
  'web/offline-files.ts',
  'web/package.json',
  'contract/src',
  'core/src',
  'package-lock.json',
]

/** Whether `web/dist` is missing or was built from other sources: only then does `npm start` build. */
export async function isBuildStale(): Promise<boolean> {
  if (!existsSync(path.join(web, 'build.ts'))) return false // an image has only what was built
  if (!existsSync(mark)) return true
  return (await readFile(mark, 'utf8')) !== (await hashOfSources())
}

/** Records beside the built pages what they were built from. */
export async function markBuilt(): Promise<void> {
  await writeFile(mark, await hashOfSources())
}

// Contents, not times: a fresh checkout gives every file a new time.
async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(source)) hash.update(`${file}\0`).update(await readFile(path.join(root, file)))
  }
  hash.update(process.version)
  return hash.digest('hex')
}

async function filesOf(source: string): Promise<string[]> {
  if (path.extname(source) !== '') return [source]
  const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
}
