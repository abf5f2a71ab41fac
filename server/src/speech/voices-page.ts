import { VOICE_IDS, VOICES, type VoiceId } from '@reveille/core/speech/voices'
import { escaped } from '../platform/mail/email-layout.ts'
import type { SpeechCounts, SpeechFailure } from '../platform/metrics/metrics.ts'
import type { VoiceChecked } from './voice-check.ts'

type ShownEngine = {
  engine: string
  /** Empty: not checked by this process. Null: there is nothing to check, as for the embedded engine. */
  checked: readonly VoiceChecked[] | null
}

type VoicesPage = {
  /** In order of preference. */
  engines: readonly ShownEngine[]
  /** Which engines replaced others, and why. */
  fallbacks: readonly string[]
  carrierSpeaks: boolean
}

const clipPath = (engine: string, voiceId: VoiceId) => `/voices/${engine}/${voiceId}.wav`

/** The operator's page of the voices: six rows per engine, as a telephone plays them. */
export function voicesPage({ engines, fallbacks, carrierSpeaks }: VoicesPage): string {
  const said =
    fallbacks.length === 0
      ? '<p>Since this process began, nobody had to speak for another engine.</p>'
      : fallbacks.map((words) => `<p class="bad">${escaped(words)}</p>`).join('')
  const carrier = carrierSpeaks
    ? "<p>The carrier's own voices speak the calls: call yourself to hear them. The engines below speak only where they're asked.</p>"
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Voices · Reveille</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Voices</h1>
${carrier}${said}
${engines.map(section).join('\n')}
</main>
</body>
</html>
`
}

function section({ engine, checked }: ShownEngine, place: number): string {
  const rows = VOICE_IDS.map((voiceId) => row(engine, voiceId, checked?.find((one) => one.voiceId === voiceId) ?? null))
  const order = place === 0 ? 'asked first' : "asked when those above can't speak"
  return `<section aria-labelledby="${escaped(engine)}">
<h2 id="${escaped(engine)}">${escaped(engine)}</h2>
<p>It's ${order}.${checked?.length === 0 ? " This process hasn't checked its voices: workers do." : ''}</p>
<div class="wide"><table>
<thead><tr><th scope="col">Character</th><th scope="col">Sound</th><th scope="col">Check</th><th scope="col">Real-time factor</th><th scope="col">Voice</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`
}

function row(engine: string, voiceId: VoiceId, checked: VoiceChecked | null): string {
  const { name } = VOICES[voiceId]
  const check = checked === null ? '–' : (checked.problem ?? 'speaks')
  return `<tr>
<th scope="row">${escaped(name)}</th>
<td><audio controls preload="none" src="${escaped(clipPath(engine, voiceId))}" aria-label="${escaped(name)} by ${escaped(engine)}"></audio></td>
<td${checked?.problem == null ? '' : ' class="bad"'}>${escaped(check)}</td>
<td>${checked?.realTimeFactor?.toFixed(2) ?? '–'}</td>
<td>${escaped(checked?.voice ?? '–')}</td>
</tr>`
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); vertical-align: middle; }
.bad { color: light-dark(#a3190a, #ff9c8f); }
audio { height: 2.25rem; width: 8.5rem; vertical-align: middle; }
`

const REASONS: Record<SpeechFailure, string> = {
  auth: 'refused our key',
  quota: 'had no quota left',
  invalid: 'refused the voice or the text',
  'too-long': 'refused a text as too long',
  busy: 'was busy',
  slow: 'took too long',
  failed: "gave no answer, or one that isn't speech",
}

/** Since this process began. Empty if the first engine spoke every clip, or was skipped only for its budget. */
export function fallbackWords(engines: readonly string[], { clips, failures }: SpeechCounts): string[] {
  const all = Object.values(clips).reduce((sum, count) => sum + count, 0)
  return engines.flatMap((engine, place) => {
    const reasons = Object.entries(failures[engine] ?? {}).filter(([, count]) => count > 0) as [SpeechFailure, number][]
    const next = engines.slice(place + 1).find((other) => (clips[other] ?? 0) > 0)
    if (reasons.length === 0) return []
    const why = reasons
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, count]) => `${REASONS[reason]} (${count} ${count === 1 ? 'time' : 'times'})`)
      .join(', ')
    const spoke =
      next === undefined ? `No other engine spoke for ${engine}` : `${next} spoke ${clips[next]} of ${all} clips`
    return [`${spoke}: ${engine} ${why}.`]
  })
}

/** Who would replace the characters that failed a voice check, as sentences; empty if all speak themselves. */
export function replacedWords(engines: readonly string[], checked: readonly VoiceChecked[]): string[] {
  return engines.flatMap((engine, place) => {
    const rows = checked.filter((one) => one.engine === engine)
    const silent = rows.filter(({ clip }) => clip === null).map(({ voiceId }) => VOICES[voiceId].name)
    if (silent.length === 0) return []
    const instead = engines[place + 1] ?? "the carrier's basic voice"
    return [
      `${engine} can't speak for ${silent.length} of ${rows.length} characters, ${instead} would: ${silent.join(', ')}.`,
    ]
  })
}
