/** The text of one clip. */
export type Sentence = {
  text: string
  /** Contains the person's name or own words, so its clip isn't shared with others. */
  isPersonal: boolean
}

export function sharedSentences(line: string): Sentence[] {
  return sentencesOf(line).map((text) => ({ text, isPersonal: false }))
}

export const personalSentence = (text: string): Sentence => ({ text, isPersonal: true })

/** Speech servers cut off long texts, rush through them, or answer too late. */
export const LONGEST_CLIP = 250

/** Splits a sentence into pieces that fit a clip: own words may have no period in 500 characters. */
export function clipsOfSentence({ text, isPersonal }: Sentence): Sentence[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > LONGEST_CLIP) {
    const head = rest.slice(0, LONGEST_CLIP + 1)
    const end = BREAKS.map((place) => head.search(place)).find((at) => at > 0) ?? LONGEST_CLIP
    pieces.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return [...pieces, rest].filter((piece) => piece !== '').map((piece) => ({ text: piece, isPersonal }))
}

/** Where to split, best first: the last period, the last other pause, the last blank. */
const BREAKS = [/(?<=[.!?])\s(?!.*[.!?]\s)/s, /(?<=[,;:–])\s(?!.*[,;:–]\s)/s, /\s(?!.*\s)/s]

/** The text for the carrier's own voice. */
export const textOf = (sentences: readonly Sentence[]): string => sentences.map(({ text }) => text).join(' ')

/** Keeps the periods. `{day}` and `{time}` are sentences of their own. */
export function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?]|\{(?:day|time)\})\s+/).filter((sentence) => sentence !== '')
}
