import type { VoiceId } from '../../speech/voices.ts'
import { personalSentence, type Sentence } from '../sentence.ts'
import { asSaid } from './as-said.ts'
import { cleanText, LINK, mended } from './clean-text.ts'
import { withPlainNumbers } from './own-units.ts'
import { beginningOf, clausesOf, isSayable, sentencesIn } from './split-units.ts'
import type { DateOrder } from './spoken-date.ts'

const MOST_WORDS = 16

const LEADS: Record<VoiceId, string> = {
  jocko: 'Your note reads:',
  liam: 'You left a note for today:',
  lily: 'You wrote something down for this day:',
  bill: 'There was a slip under my door for you:',
  'todd-thomas': "Here's your own game plan:",
  'radio-station': 'And this just in from your own pen:',
}

/** A note as a call says it. Empty if none of it can be said. */
export function noteSentence(
  text: string | null,
  { voiceId, order }: { voiceId: VoiceId; order: DateOrder },
): Sentence[] {
  const said = speakableNote(text, order)
  return said === '' ? [] : [personalSentence(`${LEADS[voiceId]} ${said}.`)]
}

/** Keeps the person's own words, which were written to be said. Without markup and links, at most 16 words. */
export function speakableNote(text: string | null, order: DateOrder): string {
  const clean = withPlainNumbers(cleanText(text ?? '').replace(LINK, ' '), order)
  const clauses = sentencesIn(clean).flatMap(clausesOf).filter(isSayable)
  const said = clauses.map((clause) => asSaid(mended(clause), order))
  return beginningOf(said.filter((sentence) => sentence !== '').join(', '), MOST_WORDS)
}
