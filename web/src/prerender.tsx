import { PRERENDERED } from '@reveille/contract/pages'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { App } from './app.tsx'
import { VoicePortrait } from './audio/voice-portrait.tsx'
import { CONTACT_EMAIL, CONTACT_META } from './features/legal/served-contact.ts'
import { PAGE_DESCRIPTIONS } from './page-descriptions.ts'
import { pageTitle } from './page-titles.ts'
import { FirstShell } from './ui/page/first-shell.tsx'

const HEAD = '<!--page-head-->'
const ROOT = '<div id="root"></div>'

/** Where the server inserts the installation's URL, which is unknown at build time. */
const PUBLIC_URL = '%PUBLIC_URL%'

/** The public pages as files by name, the empty shell of all others, and the voices' portraits. */
export async function prerenderPages(template: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {
    'app.html': template
      .replace(HEAD, '<meta name="robots" content="noindex" />')
      .replace(ROOT, `<div id="root" data-shell>${renderToStaticMarkup(<FirstShell />)}</div>`),
  }
  for (const [path, file] of Object.entries(PRERENDERED)) {
    files[file] = template
      .replace('<title>Reveille</title>', `<title>${escapeHtml(pageTitle(path))}</title>`)
      .replace(HEAD, headOf(path))
      .replace(ROOT, `<div id="root">${await bodyOf(path)}</div>`)
  }
  for (const voiceId of VOICE_IDS) {
    files[`voices/${voiceId}.svg`] = renderToStaticMarkup(<VoicePortrait voiceId={voiceId} />)
  }
  return files
}

async function bodyOf(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <App ssrPath={path} />
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY }, // all in place: moving parts would need an inline script
  )
  const html = await new Response(prelude).text()
  const inline = /<script(?![^>]*\ssrc=)|<style|\sstyle=/.exec(html)
  if (inline !== null) throw new Error(`${path} holds what the content security policy forbids: ${inline[0]}`)
  return html
}

function headOf(path: string): string {
  const title = pageTitle(path)
  const description = PAGE_DESCRIPTIONS[path] ?? ''
  const tags = [
    ['name', 'description', description],
    ['name', CONTACT_META, CONTACT_EMAIL],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Reveille'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:image', `${PUBLIC_URL}/social.png`],
    ['name', 'twitter:card', 'summary_large_image'],
  ]
  const lines = tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content ?? '')}" />`)
  lines.push(`<link rel="canonical" href="${PUBLIC_URL}${path}" />`)
  return lines.join('\n    ')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
