/** The sentences of a line, each with its full stop. A sentence is what one clip says. */
export function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '')
}
