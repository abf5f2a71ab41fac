/** The sentences of a line, each with its full stop; `{day}` and `{time}` are two. A sentence is what one clip says. */
export function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?]|\{(?:day|time)\})\s+/).filter((sentence) => sentence !== '')
}
