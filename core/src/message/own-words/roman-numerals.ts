import { spokenNumber, spokenOrdinal } from '../spoken-number.ts'

const VALUES: Record<string, number> = { I: 1, V: 5, X: 10, L: 50 }
const NUMERAL = String.raw`(?:X{1,3}|X?L|L(?:X{1,3})?|)(?:IX|IV|V?I{0,3})`
/** Two letters at least: 'I', 'V' and 'X' alone are words and names too. */
const LONGER = String.raw`(?=[IVXL]{2})(?!(?:XL|LI|XX|XXL)\b)(${NUMERAL})(?![\w-]|'(?!s\b))`
const RULERS =
  'Henry|Louis|Elizabeth|George|Edward|Charles|James|William|Richard|John|Paul|Pius|Benedict|Leo|Gregory|Francis|Napoleon|Philip|Philippe|Alexander|Nicholas|Peter|Catherine|Frederick|Ivan|Ramses|Ramesses|Ptolemy|Friedrich|Wilhelm|Felipe|Carlos|Juan|Alfonso|Gustav|Haakon|Harald|Olav|Mary|Margrethe|Rama|Clement|Innocent|Urban|Boniface|Sixtus|Julius|Constantine|Theodosius|Mehmed|Murad|Selim|Suleiman|Emmanuel|Emanuel|Albert|Leopold|Umberto|Cleopatra|Thutmose|Amenhotep|Darius|Xerxes|Christian|Otto|Rudolf|Maximilian|Joseph|Franz|Pedro|Stephen|Robert|Malcolm|Kenneth|Urban|Celestine|Adrian|Abdullah|Mohammed|Hassan|Hussein'
const PARTED =
  'chapter|part|act|scene|volume|vol|book|phase|stage|level|section|article|unit|type|grade|class|division|tier|episode|season|lesson|round|appendix|calculus|calc|physics|chemistry|chem|algebra|biology|spanish|french|german|statistics|stats|title'
    .split('|')
    .map((noun) => `[${noun[0]}${noun[0]!.toUpperCase()}]${noun.slice(1)}`)
    .join('|')
/** What may follow a numeral of one letter. */
const STOP = String.raw`(?=\s*(?:$|[.,;:!?)])|\s+(?:and|of|exam|essay|test|quiz|paper|notes|reading|lecture|midterm|final)\b)`

const number = (numeral: string): number =>
  [...numeral].reduce((sum, letter, index) => {
    const value = VALUES[letter]!
    return value < (VALUES[numeral[index + 1] ?? ''] ?? 0) ? sum - value : sum + value
  }, 0)

const nth = (all: string, name: string, numeral: string): string =>
  numeral === '' ? all : `${name} the ${spokenOrdinal(number(numeral))}`
const count = (all: string, name: string, numeral: string): string =>
  numeral === '' ? all : `${name} ${spokenNumber(number(numeral))}`

const WAR: Record<string, string> = { I: 'one', '1': 'one', II: 'two', '2': 'two' }

const RULES: readonly [RegExp, (all: string, name: string, numeral: string) => string][] = [
  [/(?<![\w'-])([IVX]+)(?= (?:century|centuries)\b)/g, (_all, numeral) => spokenOrdinal(number(numeral))],
  [/\b(WW)-?(I{1,2}|[12])\b/g, (_all, _name, numeral) => `World War ${WAR[numeral]}`],
  [/\b(super bowl|Super Bowl|SUPER BOWL) ([IVXL]+)(?![\w-]|'(?!s\b))/g, count],
  [new RegExp(String.raw`\b(${RULERS}|${RULERS.toUpperCase()})(?: the)? ${LONGER}`, 'g'), nth],
  [
    new RegExp(String.raw`\b(${RULERS}) ([VX])(?![\w-]|'(?!s\b))`, 'g'),
    (all, name, numeral) => (name === 'Malcolm' ? all : nth(all, name, numeral)),
  ],
  [new RegExp(String.raw`\b(${RULERS}) (I)${STOP}`, 'g'), nth],
  [
    new RegExp(
      String.raw`\b((?:${PARTED})) (?=[IVX])(?!IV (?:drip|line|fluid))(${NUMERAL})(?<!\bI)(?![\w-]|'(?!s\b))`,
      'g',
    ),
    count,
  ],
  [new RegExp(String.raw`\b([Cc]hapter|[Pp]art|[Aa]ct|[Vv]olume|[Bb]ook|[Pp]hase|[Ss]tage) (I)${STOP}`, 'g'), count],
  [/\b(iPhone|MacOS|Mac OS) (X)(?![\w-]|'(?!s\b))/g, count],
  [
    new RegExp(
      String.raw`(?<!\b(?:my|the|an|his|her) )(\b\p{Lu}[\p{L}\d']*) (?!IV (?:drip|line|fluid|bag|pole|therap|access|med))${LONGER}`,
      'gu',
    ),
    count,
  ],
]

/** Roman numerals behind a name in words: 'Henry VIII' → 'Henry the eighth', 'Rocky IV' → 'Rocky four'. */
export function withRomanNumerals(text: string): string {
  return RULES.reduce((said, [form, spoken]) => said.replace(form, spoken), text)
}
