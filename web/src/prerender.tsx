import { PRERENDERED, PRERENDERED_WITHOUT_TEXTS } from '@reveille/contract/pages'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { buildWithTexts, TEXTS_META } from './api/client-config.ts'
import { App } from './app.tsx'
import { VoicePortrait } from './audio/voice-portrait.tsx'
import { CONTACT_EMAIL, CONTACT_META } from './features/legal/contact-address.tsx'
import { pageTitle } from './page-titles.ts'
import { paths } from './paths.ts'
import { Logo } from './shell/header.tsx'
import { Spinner } from './ui/button.tsx'

/** Meta descriptions. Apart from the titles, because only prerendered files have them. */
export const PAGE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  [paths.landing]:
    'Reveille calls your phone at the minute you choose, in a voice you like, about the reason you want to be up. Your first wake-up call is free.',
  [paths.login]: 'Log in to Reveille with a code we email you. No password.',
  [paths.signup]: 'Create a Reveille account with just your name and email. Your first wake-up call is free.',
  [paths.help]: 'From sign-up to your first wake-up call in six steps, plus answers to common questions.',
  [paths.terms]: 'The terms for using Reveille.',
  [paths.privacy]: 'The data Reveille keeps about you, why, and for how long.',
}

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
  for (const [path, file] of Object.entries(PRERENDERED)) files[file] = await pageOf(template, path, true)
  for (const [path, file] of Object.entries(PRERENDERED_WITHOUT_TEXTS))
    files[file] = await pageOf(template, path, false)
  for (const voiceId of VOICE_IDS) {
    files[`voices/${voiceId}.svg`] = renderToStaticMarkup(<VoicePortrait voiceId={voiceId} />)
  }
  return files
}

async function pageOf(template: string, path: string, texts: boolean): Promise<string> {
  buildWithTexts(texts)
  return template
    .replace('<title>Reveille</title>', `<title>${escapeHtml(pageTitle(path))}</title>`)
    .replace(HEAD, headOf(path, texts))
    .replace(ROOT, `<div id="root">${await bodyOf(path)}</div>`)
}

async function bodyOf(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <App ssrPath={path} />
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY }, // streaming would need an inline script
  )
  const html = await new Response(prelude).text()
  const inline = /<script(?![^>]*\ssrc=)|<style|\sstyle=/.exec(html)
  if (inline !== null) throw new Error(`${path} holds what the content security policy forbids: ${inline[0]}`)
  return html
}

function headOf(path: string, texts: boolean): string {
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
  if (path in PRERENDERED_WITHOUT_TEXTS) tags.push(['name', TEXTS_META, texts ? 'on' : 'off'])
  const lines = tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content ?? '')}" />`)
  lines.push(`<link rel="canonical" href="${PUBLIC_URL}${path}" />`)
  return lines.join('\n    ')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Shown on signed-in pages until scripts load: no personal data, no controls. */
function FirstShell() {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="border-b border-line bg-ground">
        <div className="mx-auto flex min-h-16 max-w-7xl items-center px-4 sm:px-6">
          <Logo />
        </div>
      </div>
      <Spinner />
    </div>
  )
}
