import { readFile } from 'node:fs/promises'
import path from 'node:path'

type Chunk = { file: string; imports?: string[]; src?: string }
export type Manifest = Record<string, Chunk>

/** The first script, which every page loads. */
export const FIRST = 'index.html'

/** Which output the build made from which source. */
export async function readManifest(dist: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
}

/** The source of each page that has its own script. */
export function pagesOf(manifest: Manifest): string[] {
  return Object.keys(manifest).filter((name) => name.startsWith('src/pages/'))
}

/** What every page except the landing page loads besides its own script. */
export function sharedScript(manifest: Manifest): string {
  const name = Object.keys(manifest).find((candidate) => candidate.startsWith('_shared-'))
  if (name === undefined) throw new Error('the build made no shared script')
  return name
}

/** The files of these scripts and of everything they load at once. Throws on a name unknown to the build. */
export function filesOf(manifest: Manifest, names: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`the build made no script of ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of names) visit(name)
  return files
}
