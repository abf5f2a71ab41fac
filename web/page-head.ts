import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { filesOf, FIRST, readManifest, sharedScript } from './build-manifest.ts'

const APP_SCRIPT = /\n *<script type="module" crossorigin src="([^"]+)"><\/script>/
const ICON_LINK = 'href="/icon.svg"'
/** Fonts that every page shows at once; the others load when a character needs them. */
const FONTS = /^(bricolage|inter)-latin-(?!ext).*\.woff2$/

/**
 * Tags for the fonts and these scripts, which the browser then fetches while it still parses the page. Scripts aren't
 * preloaded: Chromium fetches a module again if a service worker answers its preload before the parser gets there.
 */
export async function earlyTags(dist: string, scripts: readonly string[]): Promise<string> {
  const fonts = (await readdir(path.join(dist, 'assets'))).filter((name) => FONTS.test(name))
  return [
    ...fonts.map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`),
    ...scripts.map((script) => `<script type="module" crossorigin src="${script}"></script>`),
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

/**
 * Puts before-paint.ts first in the head, as a blocking script: the page is never painted in the wrong theme. It also
 * starts a prerendered page once it is painted (`later` names what it loads then); the empty shell, null, needs the app
 * to render and keeps its own start.
 */
export function withFirstScript(html: string, first: string, later: readonly string[] | null): string {
  const app = APP_SCRIPT.exec(html)?.[1]
  if (app === undefined) throw new Error('this page does not start the app')
  const data = later === null ? '' : ` data-app="${[app, ...later].join(' ')}"`
  const rest = later === null ? html : html.replace(APP_SCRIPT, '')
  return rest.replace('<title>', `<script src="${first}"${data}></script>\n    <title>`)
}

/** Inlines the tab's icon: most browsers fetch it at every first visit, and it is smaller than a request. */
export function withIconInside(html: string, svg: string): string {
  if (!html.includes(ICON_LINK)) throw new Error('this page has no link to its icon')
  return html.replace(ICON_LINK, `href="data:image/svg+xml,${encodeURIComponent(svg)}"`)
}
