import { countWords } from './spoken-length.ts'

/** Letters and words of a name that are said in a second. */
const LONGEST = { letters: 18, words: 2 }

/** What a person is called: the first word of the name, as it is said within the first seconds (WAKE-1). */
export function spokenName(name: string): string {
  const letters = name
    .normalize('NFC')
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{Script=Latin} '.-]/gu, ' ')
  const [first = ''] = letters.replace(/^[ '.-]+/, '').split(/\s+/)
  const tidy = first.replace(/([.'-])[.'-]+/g, '$1')
  const double = tidy.split('-').slice(0, 2).join('-') // 'Anna-Maria', and no chain of names
  return double.slice(0, LONGEST.letters).replace(/[ '.-]+$/, '')
}

/** A person's name, and how they want it said (ACCT-1). */
export type Names = { name: string; spokenName: string | null }

/** What calls call somebody: as they chose, else by the first word of the name. Empty when neither can be said. */
export function calledName(names: Names): string {
  const chosen = (names.spokenName ?? '').split(/\s+/).map(spokenName)
  const whole = chosen.filter((word) => word !== '').join(' ')
  const isShort = whole.length <= LONGEST.letters && countWords(whole) <= LONGEST.words
  return (isShort ? whole : chosen.find((word) => word !== '')) || spokenName(names.name)
}
