import { composeCall } from '../core/src/message/compose-call.ts'
import { textOf } from '../core/src/message/sentence.ts'
import { ada } from '../core/src/message/test-data/ada.ts'
import { GOALS, STRUGGLES } from '../core/src/preferences/preferences.ts'
import { VOICE_IDS, type VoiceId } from '../core/src/speech/voices.ts'
import { readMuLawWav } from '../server/src/speech/audio/wav.ts'
import { fliteSpeech } from '../server/src/speech/engines/flite.ts'
import { overABadLine } from '../server/test/listening/bad-line.ts'
import { unlikeness } from '../server/test/listening/unlikeness.ts'

// Was the right text heard? Each message, as it sounds over a bad line, is compared with fresh readings of its own text
// and of altered ones by the same voice; the true text should be nearest. node bench/right-message.ts [messages]

const engine = fliteSpeech({ atOnce: 2 })

async function speak(voiceId: VoiceId, text: string): Promise<Buffer> {
  const result = await engine.synthesize({ voiceId, text, form: 'phone', signal: AbortSignal.timeout(600_000) })
  if (result.outcome !== 'spoken') throw new Error(result.outcome)
  return readMuLawWav(result.audio).data
}

function composed(n: number, voiceId: VoiceId, seed: string): string {
  const { name, message } = composeCall({
    ...ada,
    name: ['Ada', 'Ben', 'Chloe', 'Dinesh'][n % 4]!,
    spokenName: null,
    voiceId,
    goals: [GOALS[n % GOALS.length]!],
    otherGoal: 'write a letter to my brother',
    struggles: [STRUGGLES[n % STRUGGLES.length]!],
    otherStruggle: 'the cold floor',
    localDate: `2027-01-${String(1 + (n % 28)).padStart(2, '0')}`,
    seed,
  })
  return textOf([...name, ...message])
}

/** The same text with one sentence of another message in the place of its own. */
function oneSentenceSwapped(text: string, other: string): string {
  const [own, others] = [text.split(/(?<=[.!?]) /), other.split(/(?<=[.!?]) /)]
  const at = own.findIndex((sentence, i) => i > 2 && sentence !== others[i])
  return own.map((sentence, i) => (i === at ? others[at] : sentence)).join(' ')
}

const won: Record<string, number> = {
  'another message': 0,
  'last sentences cut': 0,
  'one sentence swapped': 0,
  'another name': 0,
  'another time': 0,
}
const count = Number(process.argv[2] ?? 100)
for (let n = 0; n < count; n++) {
  const voiceId = VOICE_IDS[n % VOICE_IDS.length]!
  const [text, other] = [composed(n, voiceId, `person ${n}`), composed(n, voiceId, `somebody ${n}`)]
  const altered = {
    'another message': other,
    'last sentences cut': text.replace(/ Press 1 .*/, ''),
    'one sentence swapped': oneSentenceSwapped(text, other),
    'another name': text.replace(/for \w+\./, 'for Geraldine.'),
    'another time': text.replace('six thirty', 'seven thirty'),
  }
  const [right, ...wrong] = await Promise.all([text, ...Object.values(altered)].map((words) => speak(voiceId, words)))
  const heard = overABadLine(right!)
  const nearest = unlikeness(heard, right!)
  for (const [i, name] of Object.keys(altered).entries()) if (unlikeness(heard, wrong[i]!) > nearest) won[name]!++
}
console.table(Object.fromEntries(Object.entries(won).map(([name, right]) => [name, `${right}/${count}`])))
