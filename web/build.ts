import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { markBuilt } from './build-state.ts'
import { checkSizes } from './build-sizes.ts'
import { preloadLinks } from './preload-links.ts'

// Vite builds the scripts; then each public page is rendered once, so that it can be read before they run (LAND-4).
const web = import.meta.dirname
const dist = path.join(web, 'dist')
const rendered = path.join(web, '.vite', 'prerender')
const configFile = path.join(web, 'vite.config.ts')

await build({ configFile, logLevel: 'warn' })
await build({
  configFile,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'src/prerender.tsx',
    outDir: rendered,
    cssCodeSplit: true,
    rolldownOptions: { input: 'src/prerender.tsx' },
  },
})
const { prerenderPages } = (await import(pathToFileURL(path.join(rendered, 'prerender.js')).href)) as {
  prerenderPages: (template: string, publicUrl: string) => Promise<Record<string, string>>
}
const template = withThemeScript(await readFile(path.join(dist, 'index.html'), 'utf8'), await themeScript())
const files = await prerenderPages(template, process.env['PUBLIC_URL'] ?? '')
await mkdir(path.join(dist, 'voices'), { recursive: true })
for (const [file, text] of Object.entries(files)) await writeFile(path.join(dist, file), await withPreloads(file, text))
await rm(rendered, { recursive: true })
await checkSizes(dist)
await markBuilt()

async function themeScript(): Promise<string> {
  const assets = await readdir(path.join(dist, 'assets'))
  const script = assets.find((name) => /^theme-.*\.js$/.test(name))
  if (script === undefined) throw new Error('the build made no theme script')
  return `/assets/${script}`
}

/** First in the head and blocking: the page is never painted in the wrong colours. */
function withThemeScript(html: string, script: string): string {
  return html.replace('<!--page-head-->', `<script src="${script}"></script>\n    <!--page-head-->`)
}

async function withPreloads(file: string, text: string): Promise<string> {
  if (!file.endsWith('.html')) return text
  return text.replace('</head>', `  ${await preloadLinks(dist, ownScript(file))}\n  </head>`)
}

function ownScript(file: string): string | null | undefined {
  if (file === 'index.html') return null
  return file === 'app.html' ? undefined : `src/pages/${file.replace('.html', '')}-page.tsx`
}
