import type { VoiceId } from '../../speech/voices.ts'
import { personalSentence, type Sentence } from '../sentence.ts'
import { BUDGET } from '../spoken-length.ts'
import { asSaid } from './as-said.ts'
import { cleanText, LINK, mended } from './clean-text.ts'
import { withPlainNumbers } from './own-units.ts'
import { beginningOf, sentencesIn } from './split-units.ts'
import type { DateOrder } from './spoken-date.ts'

/** What comes before a note: each voice's own words. */
const LEADS: Record<VoiceId, string> = {
  jocko: 'Your note reads:',
  liam: 'You left a note for today:',
  lily: 'You wrote something down for this day:',
  bill: 'There was a slip under my door for you:',
  'todd-thomas': "Here's your own team sheet:",
  'radio-station': 'And this just in from your own pen:',
}

/** A note as a call says it, after a lead of the voice (WAKE-26); nothing when nothing of it can be said. */
export function noteSentence(
  text: string | null,
  { voiceId, order }: { voiceId: VoiceId; order: DateOrder },
): Sentence[] {
  const said = speakableNote(text, order)
  return said === '' ? [] : [personalSentence(`${LEADS[voiceId]} ${said}.`)]
}

/** A note as it is said: in the person's own words, for it was written to be said. No markup, no links, at most 16 words. */
export function speakableNote(text: string | null, order: DateOrder): string {
  const clean = withPlainNumbers(cleanText(text ?? '').replace(LINK, ' '), order)
  const said = sentencesIn(clean).map((sentence) => asSaid(mended(sentence), order))
  return beginningOf(said.filter((sentence) => sentence !== '').join(', '), BUDGET.note)
}
