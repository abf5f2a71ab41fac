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

/** The sentences as one text, as the carrier's own voice speaks it. */
export function textOf(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }) => text).join(' ')
}

/** The sentences of a line, each with its full stop; `{day}` and `{time}` are two. */
export function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?]|\{(?:day|time)\})\s+/).filter((sentence) => sentence !== '')
}
