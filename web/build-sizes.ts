import { stat } from 'node:fs/promises'
import path from 'node:path'
import { filesOf, FIRST, pagesOf, readManifest, sharedScript } from './build-manifest.ts'

/** Script in bytes after Brotli: of the landing page, and of any other first screen. */
const LIMITS = { landing: 78_000, screen: 116_000 }

type Screen = { name: string; bytes: number; limit: number }

/** Fails the build when a first screen exceeds its limit. Returns the sizes, largest first. */
export async function checkSizes(dist: string): Promise<Screen[]> {
  const manifest = await readManifest(dist)
  const sizeOf = (...names: string[]) => compressedSize(dist, filesOf(manifest, [FIRST, ...names]))
  const screens: Screen[] = [{ name: 'landing', bytes: await sizeOf(), limit: LIMITS.landing }]
  for (const name of pagesOf(manifest)) {
    screens.push({ name, bytes: await sizeOf(sharedScript(manifest), name), limit: LIMITS.screen })
  }
  const tooLarge = screens.filter(({ bytes, limit }) => bytes > limit)
  if (tooLarge.length === 0) return screens.toSorted((a, b) => b.bytes - a.bytes)
  throw new Error(`more script than allowed: ${tooLarge.map(({ name, bytes }) => `${name} ${bytes} bytes`).join(', ')}`)
}

async function compressedSize(dist: string, files: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all([...files].map(async (file) => (await stat(path.join(dist, `${file}.br`))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
