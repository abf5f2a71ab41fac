import { countWords } from './spoken-length.ts'
import { expandTimes } from './spoken-time.ts'

/** Words that truncated text must not end on. */
const DANGLING = new Set('a an and as at but by for from in into my of on or so than that the to with your'.split(' '))

/** Letters of a name that are said in a second. */
const LONGEST_NAME = 18

const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+/gi
const TAG = /<\/?[a-z][^<>]*>/gi

const SPOKEN_SIGNS: readonly [RegExp, string][] = [
  [/[’‘`´]/g, "'"],
  [/&/g, ' and '],
  [/%/g, ' percent '],
  [/\+/g, ' plus '],
  [/@/g, ' at '],
  [/[…]/g, '.'],
  [/[–—_/\\|]/g, ' '],
]

/**
 * A person's text as a voice can say it: no markup, addresses, control characters or symbols, Latin letters only (the
 * voices speak English). Truncated at word boundaries. Empty when nothing speakable is left.
 */
export function speakable(text: string | null, limit: { chars: number; words: number }): string {
  let plain = (text ?? '').normalize('NFC').replace(/\p{C}/gu, ' ')
  plain = plain.replace(ADDRESS, ' ').replace(TAG, ' ')
  for (const [sign, word] of SPOKEN_SIGNS) plain = plain.replace(sign, word)
  plain = expandTimes(plain)
    .replace(/[^\p{Script=Latin}0-9 ',.:;!?-]/gu, ' ')
    .replace(/(?<!\d):|:(?!\d)|;/g, ',')
  return endCleanly(cut(tidy(plain), limit))
}

/** What a person is called: the first word of the name, as it is said within the first seconds (WAKE-1). */
export function spokenName(name: string): string {
  const letters = name
    .normalize('NFC')
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{Script=Latin} '.-]/gu, ' ')
  const [first = ''] = tidy(letters).split(' ')
  const double = first.split('-').slice(0, 2).join('-') // 'Anna-Maria', and no chain of names
  return double.slice(0, LONGEST_NAME).replace(/[ '.-]+$/, '')
}

function tidy(text: string): string {
  return text
    .replace(/([',.:;!?-])\1+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.:;!?])/g, '')
    .replace(/([,.:;!?])[,.:;!?]+/g, '$1')
    .replace(/^[ ',.:;!?-]+/, '')
    .trim()
}

/** Keeps as many whole clauses as fit; failing that, as many words. No word is too long to say. */
function cut(text: string, { chars, words }: { chars: number; words: number }): string {
  const all = text.split(' ').map((word) => word.slice(0, 30))
  const kept: string[] = []
  for (const word of all) {
    const longer = [...kept, word].join(' ')
    if (countWords(longer) > words || longer.length > chars) break
    kept.push(word)
  }
  if (kept.length === all.length) return kept.join(' ')
  const lastClause = kept.findLastIndex((word) => /[,.;!?]$/.test(word))
  return (lastClause >= 2 ? kept.slice(0, lastClause + 1) : kept).join(' ')
}

function endCleanly(text: string): string {
  const end = text.replace(/[ ',.:;!?-]+$/, '')
  const beforeLast = end.slice(0, end.lastIndexOf(' ') + 1)
  const isDangling = beforeLast !== '' && DANGLING.has(end.slice(beforeLast.length).toLowerCase())
  return isDangling ? endCleanly(beforeLast) : end
}
