import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { filesOf, FIRST, readManifest, sharedScript } from './build-manifest.ts'

/** Fonts that every page shows at once; the others load when a character needs them. */
const FONTS = /^(bricolage|inter)-latin-(?!ext).*\.woff2$/

/** Preload links for the fonts and these scripts, fetched while the browser still parses the page. */
export async function preloadLinks(dist: string, scripts: readonly string[]): Promise<string> {
  const fonts = (await readdir(path.join(dist, 'assets'))).filter((name) => FONTS.test(name))
  return [
    ...fonts.map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`),
    ...scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`),
  ].join('')
}

/**
 * What a page loads besides the first script. `page` is the source of its own script; null for the landing page, which
 * has none, and undefined for the shell shared by many pages.
 */
export async function scriptsBesideFirst(dist: string, page: string | null | undefined): Promise<string[]> {
  if (page === null) return []
  const manifest = await readManifest(dist)
  const shared = sharedScript(manifest)
  const scripts = filesOf(manifest, page === undefined ? [shared] : [shared, page])
  for (const first of filesOf(manifest, [FIRST])) scripts.delete(first)
  return [...scripts].map((file) => `/${file}`)
}
