import { VOICE_IDS } from '@reveille/core/voices'
import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { App } from './app.tsx'
import { VoicePortrait } from './audio/voice-portrait.tsx'
import { PRERENDERED, pageHead } from './page-heads.ts'

const HEAD = '<!--page-head-->'
const ROOT = '<div id="root"></div>'

/**
 * The public pages as files by name, the empty shell of all others, the portraits of the voices and the map for search
 * engines. `publicUrl` makes the addresses of the map and of the social picture absolute; empty leaves the map out.
 */
export async function prerenderPages(template: string, publicUrl: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {
    'app.html': template.replace(HEAD, '<meta name="robots" content="noindex" />'),
  }
  for (const [path, file] of Object.entries(PRERENDERED)) {
    files[file] = template
      .replace('<title>Reveille</title>', `<title>${escapeHtml(pageHead(path).title)}</title>`)
      .replace(HEAD, headOf(path, publicUrl))
      .replace(ROOT, `<div id="root">${await bodyOf(path)}</div>`)
  }
  for (const voiceId of VOICE_IDS) {
    files[`voices/${voiceId}.svg`] = renderToStaticMarkup(<VoicePortrait voiceId={voiceId} />)
  }
  if (publicUrl !== '') files['sitemap.xml'] = sitemap(publicUrl)
  return files
}

async function bodyOf(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <App ssrPath={path} />
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY }, // all in place: moving parts about would take an inline script
  )
  const html = await new Response(prelude).text()
  const inline = /<script(?![^>]*\ssrc=)|<style|\sstyle=/.exec(html)
  if (inline !== null) throw new Error(`${path} holds what the content security policy forbids: ${inline[0]}`)
  return html
}

function headOf(path: string, publicUrl: string): string {
  const { title, description = '' } = pageHead(path)
  const tags = [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Reveille'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:image', `${publicUrl}/social.png`],
    ['name', 'twitter:card', 'summary_large_image'],
  ]
  const lines = tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content ?? '')}" />`)
  if (publicUrl !== '') lines.push(`<link rel="canonical" href="${escapeHtml(publicUrl + path)}" />`)
  return lines.join('\n    ')
}

function sitemap(publicUrl: string): string {
  const entries = Object.keys(PRERENDERED).map((path) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
