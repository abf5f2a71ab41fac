/** What one clip says. */
export type Sentence = {
  text: string
  /** It holds the person's name or own words: its clip belongs to them. All other clips are shared by voice. */
  isPersonal: boolean
}

/** The sentences of a line of ours, none of them personal; none of an empty line. */
export function sharedSentences(line: string): Sentence[] {
  return sentencesOf(line).map((text) => ({ text, isPersonal: false }))
}

/** A sentence that holds the person's name or own words. */
export function personalSentence(text: string): Sentence {
  return { text, isPersonal: true }
}

/** Speech servers take long texts badly: they cut them off, hurry, or are too late. */
export const LONGEST_CLIP = 250

/** A sentence in pieces that are short enough for one clip each: own words may have no full stop in 500 characters. */
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

/** The last one of each kind, the best kind first: a full stop, another pause, a blank. */
const BREAKS = [/(?<=[.!?])\s(?!.*[.!?]\s)/s, /(?<=[,;:–])\s(?!.*[,;:–]\s)/s, /\s(?!.*\s)/s]

/** The sentences as one text, as the carrier's own voice speaks it. */
export function textOf(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }) => text).join(' ')
}

/** The sentences of a line, each with its full stop; `{day}` and `{time}` are two. */
export function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?]|\{(?:day|time)\})\s+/).filter((sentence) => sentence !== '')
}
