/** Letters of a name that are said in a second. */
const LONGEST_NAME = 18

/** What a person is called: the first word of the name, as it is said within the first seconds (WAKE-1). */
export function spokenName(name: string): string {
  const letters = name
    .normalize('NFC')
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{Script=Latin} '.-]/gu, ' ')
  const [first = ''] = letters.replace(/^[ '.-]+/, '').split(/\s+/)
  const tidy = first.replace(/([.'-])[.'-]+/g, '$1')
  const double = tidy.split('-').slice(0, 2).join('-') // 'Anna-Maria', and no chain of names
  return double.slice(0, LONGEST_NAME).replace(/[ '.-]+$/, '')
}
