import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import { checkSizes } from './build-sizes.ts'
import { markBuilt } from './build-state.ts'
import { fillInOfflineFiles } from './offline-files.ts'
import { earlyTags, scriptsBesideFirst, withFirstScript, withIconInside } from './page-head.ts'

// Vite builds the scripts; then each public page is rendered once, so that it can be read before they run.
const web = import.meta.dirname
const dist = path.join(web, 'dist')
const rendered = path.join(web, '.vite', 'prerender')
const brotli = promisify(brotliCompress)
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
// Node.js 25 and newer have a localStorage, which prints a warning when a page looks for one.
Reflect.deleteProperty(globalThis, 'localStorage')
const { prerenderPages } = (await import(pathToFileURL(path.join(rendered, 'prerender.js')).href)) as {
  prerenderPages: (template: string) => Promise<Record<string, string>>
}
const template = await readFile(path.join(dist, 'index.html'), 'utf8')
const beforePaint = await assetNamed(/^before-paint-.*\.js$/)
const files = await prerenderPages(template)
await mkdir(path.join(dist, 'voices'), { recursive: true })
for (const [file, text] of Object.entries(files)) await writeFile(path.join(dist, file), await finished(file, text))
await fillInOfflineFiles(dist)
await rm(rendered, { recursive: true })
await compressAssets(path.join(dist, 'assets'))
await checkSizes(dist)
await markBuilt()

async function assetNamed(pattern: RegExp): Promise<string> {
  const name = (await readdir(path.join(dist, 'assets'))).find((candidate) => pattern.test(candidate))
  if (name === undefined) throw new Error(`the build made nothing like ${pattern}`)
  return `/assets/${name}`
}

/** Brotli's best level takes too long for a request. The server prefers the file that ends in .br. */
async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(css|js)$/.test(name))
  const compressed = async (name: string) => brotli(await readFile(path.join(folder, name)))
  await Promise.all(names.map(async (name) => writeFile(path.join(folder, `${name}.br`), await compressed(name))))
}

/** A page as it is served: its scripts and fonts in the order they are needed. */
async function finished(file: string, text: string): Promise<string> {
  if (!file.endsWith('.html')) return text
  const own = ownScript(file)
  const isShell = own === undefined
  const scripts = await scriptsBesideFirst(dist, own)
  const tags = await earlyTags(dist, isShell ? scripts : [])
  const page = withFirstScript(text, beforePaint, isShell ? null : scripts).replace('</head>', `  ${tags}\n  </head>`)
  return withIconInside(page, await readFile(path.join(web, 'public', 'icon.svg'), 'utf8'))
}

function ownScript(file: string): string | null | undefined {
  if (file === 'index.html') return null
  return file === 'app.html' ? undefined : `src/pages/${file.replace(/(-without-texts)?\.html$/, '')}-page.tsx`
}
