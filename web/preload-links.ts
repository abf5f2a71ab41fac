import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { filesOf, FIRST, readManifest, sharedScript } from './build-manifest.ts'

/** Fonts that every page shows at once; the others wait until a letter asks for them. */
const FONTS = /^(bricolage|inter)-latin-(?!ext).*\.woff2$/

/**
 * Links that let a browser fetch the fonts and the page's own script while it still reads the first one. `page` is the
 * source of that script; null for the landing page, which has none, and undefined for the shell of many pages.
 */
export async function preloadLinks(dist: string, page: string | null | undefined): Promise<string> {
  const fonts = (await readdir(path.join(dist, 'assets'))).filter((name) => FONTS.test(name))
  const links = fonts.map(
    (name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`,
  )
  if (page === null) return links.join('')
  const manifest = await readManifest(dist)
  const shared = sharedScript(manifest)
  const scripts = filesOf(manifest, page === undefined ? [shared] : [shared, page])
  for (const first of filesOf(manifest, [FIRST])) scripts.delete(first)
  return [...links, ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)].join('')
}
