import { BUDGET, countWords } from '../spoken-length.ts'
import { asSaid } from './as-said.ts'
import { cleanText, LINK, mended } from './clean-text.ts'
import { sentencesIn } from './split-units.ts'
import type { DateOrder } from './spoken-date.ts'

/** A note as it is said: in the person's own words, for it was written to be said. No markup, no links, at most 16 words. */
export function speakableNote(text: string | null, order: DateOrder): string {
  const clean = cleanText(text ?? '').replace(LINK, ' ')
  const said = sentencesIn(clean).map((sentence) => asSaid(mended(sentence), order))
  let words = said
    .filter((sentence) => sentence !== '')
    .join(', ')
    .split(' ')
  while (countWords(words.join(' ')) > BUDGET.note) words = words.slice(0, -1)
  return words.join(' ').replace(/[ ,'-]+$/, '')
}
