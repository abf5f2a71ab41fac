import { countWords } from './spoken-length.ts'

/** About a second of speech. */
const LONGEST = { letters: 18, words: 2, parts: 3 }

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Titles. Those of the second list count only with a dot, since they're also names. */
const TITLES = list(
  'dr dra mr mrs ms mx miss misses mister prof professor profesor doctor dott sir dame madam madame mme mlle monsieur rev reverend revd fr br sr sra srta señor señora señorita sgt lt ltc cpl pvt cmdr capt captain herr frau fräulein signor signora shri shree smt smti rabbi pastor imam dhr mevr hr fru sig.ra dipl dipl-ing',
)
const DOTTED_TITLES = list('hon gen col maj adm gov sen rep pres sig ing mag avv kum dott.ssa st.rev prof.ssa')
/** Short forms of a name before the one that a person goes by ('Md. Rahim', 'Ma. Cristina'). */
const SHORT_FIRST = list('md mohd muhd mhd mst sk and')
const SUFFIXES = list(
  'jr sr jnr snr ii iii iv v vi vii phd md dds dmd dvm esq esquire rn bsn np cpa mba jd llb llm bsc msc bs ma ba do pe edd psyd dphil obe mbe cbe qc kc ret mph cfa pmp',
)
/** With lower-case letters, these suffixes are names. */
const NAMES_TOO = list('v vi ma ba do')
const DOTTED_DEGREE =
  /(?<=\S\s+\S+[\s,]+)(?:(?:Ph|Psy|Ed)\. ?D|M\.D|D\.[OV]\.?M?|D\.[DM]\.[DS]|M\.B\.(?:A|B\.S)|[BM]\.[AS]|[BM]\.Sc|J\.D|R\.N)\.?(?=\s*(?:,|$))/g
/** Words that belong to the next one. */
const PARTICLES = list(
  "de da do di du dos das del dela della degli dei den der ter ten van von vom zu zum zur la le las los el al bin ibn bint ben abd abdul abdel abdur abu umm af av 't st ste san santa ó ní nic uí",
)
/** Particles that are a first name when capitalized ('Van Morrison') and not followed by another one ('Van der Berg'). */
const FIRST_NAMES = list('van von ben al del den das san la le')

/** Includes letters that look like one, as in Hawaiian and Arabic names. */
export const APOSTROPHES = /[’‘‛`´ʹʻʼʽʾʿˈꞌ′＇՚׳]/g
/** Whatever is neither a letter of any script nor part of a name's punctuation. */
const SIGNS = /[^\p{L}\p{M} '.,"()[\]-]/gu
const SPOKEN_AFTER = /(?<=\S)\s*(?:"([^"]*)"|[([]([^)\]]*)[)\]])/g

/**
 * The first name, short enough for a call's first seconds. Never a part of a word, and with what belongs to it ('de la
 * Cruz', 'J R'). Keeps a title only before a lone last name ('Dr Smith'). Empty without a word in Latin letters, the only
 * ones that the voices can say.
 */
export function spokenName(name: string): string {
  const asides: string[] = []
  const main = plain(name).replace(SPOKEN_AFTER, (_all, quoted?: string, bracketed?: string) => {
    asides.push(quoted ?? bracketed ?? '')
    return ' '
  })
  return firstSaid([main, ...asides].map(nameIn))
}

const firstSaid = (names: readonly string[]): string => names.find((said) => said !== '') ?? ''

/** Normalizes punctuation, and turns what doesn't belong in a name into blanks. */
function plain(name: string): string {
  return name
    .replace(APOSTROPHES, "'")
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/(?<=l)[·•‧](?=l)/giu, '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[،、]/g, ',')
    .replace(SIGNS, ' ')
}

/** 'Smith, John' becomes 'John'. */
function nameIn(text: string): string {
  const [last = [], given = []] = text
    .replace(DOTTED_DEGREE, ' ')
    .split(',')
    .map((part, index) => withoutSuffixes(wordsIn(part), index === 0))
    .filter((words) => words.some((word) => !isTitle(word)))
  return firstSaid([given.filter((word) => !isTitle(word)), last].map(called))
}

/** The words that the voices can say, whole. A short form keeps its dot. */
function wordsIn(text: string): string[] {
  return text
    .replace(/["()[\]]/g, ' ')
    .replace(/(?<=\p{L}\p{M}*)\./gu, '. ')
    .split(/\s+/)
    .map((word) => word.replace(/^['.-]+(?!t$)|['-]+$/g, ''))
    .filter((word) => /\p{L}/u.test(word) && !/(?!\p{Script=Latin})\p{L}/u.test(word))
}

const keyOf = (word: string): string => word.replace(/\.$/, '').toLowerCase()
const isTitle = (word: string): boolean =>
  TITLES.has(keyOf(word)) || (word.endsWith('.') && DOTTED_TITLES.has(keyOf(word)))
const isShortened = (word: string): boolean =>
  !PARTICLES.has(keyOf(word)) &&
  (SHORT_FIRST.has(keyOf(word)) || /^ma\.$/i.test(word) || /^[b-df-hj-np-tv-xz]{2,}\.$/i.test(word))
const isInitial = (word: string): boolean => /^\p{L}\p{M}*\.?$/u.test(word) && !PARTICLES.has(keyOf(word))

const isSuffix = (word: string): boolean =>
  SUFFIXES.has(keyOf(word)) && !(NAMES_TOO.has(keyOf(word)) && /\p{Ll}/u.test(word))

/** Drops generations and degrees at the end. A lone word is a name, even if it looks like one. */
function withoutSuffixes(words: readonly string[], isFirst: boolean): readonly string[] {
  const last = words.findLastIndex((word) => !isSuffix(word))
  const names = words.slice(0, last + 1)
  return isFirst && names.every(isTitle) ? words.slice(0, last + 2) : names
}

/** What to call a person with these words for a name. */
function called(words: readonly string[]): string {
  const start = words.findIndex((word) => !isTitle(word) && !isShortened(word))
  if (start === -1) return ''
  const names = words.slice(start)
  const firstWhole = names.findIndex((word) => !isInitial(word))
  const initials = firstWhole === -1 ? names : names.slice(0, firstWhole)
  if (initials.length > 1) return initials.slice(0, LONGEST.parts).map(tidy).join(' ')
  const rest = firstWhole === -1 ? names : names.slice(initials.length)
  const first = withParticles(rest)
  const isAlone = first.length === rest.length
  const before = words.slice(0, start).find(isTitle) ?? (firstWhole === -1 ? undefined : initials[0])
  const whole = first.map(tidy)
  const addressed = before !== undefined && isAlone ? [tidy(before), ...whole] : whole
  return [addressed, whole].find(isShortEnough)?.join(' ') ?? whole.at(-1)!
}

const isShortEnough = (words: readonly string[]): boolean =>
  words.length <= LONGEST.parts && words.join('').length <= LONGEST.letters

function withParticles(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word, index) => {
    const isOwnName =
      FIRST_NAMES.has(keyOf(word)) && /^\p{Lu}/u.test(word) && !PARTICLES.has(keyOf(words[index + 1] ?? ''))
    return !PARTICLES.has(keyOf(word)) || (index === 0 && isOwnName)
  })
  return end === -1 ? words : words.slice(0, end + 1)
}

/** At most a double name: 'Anna-Maria'. */
function tidy(word: string): string {
  const [first = '', second] = word
    .replace(/([.'-])[.'-]+/g, '$1')
    .replace(/['.-]+$/, '')
    .split('-')
  const double = second === undefined || PARTICLES.has(second.toLowerCase()) ? first : `${first}-${second}`
  return (double.length <= LONGEST.letters ? double : first.slice(0, LONGEST.letters)).replace(/[ '.-]+$/, '')
}

/** `spokenName`: how the person wants to be called. */
export type Names = { name: string; spokenName: string | null }

/** What calls call a person: their chosen name, else the first name. Empty if the voices can say neither. */
export function calledName(names: Names): string {
  const chosen = names.spokenName ?? ''
  const whole = wordsIn(plain(chosen)).map(tidy).join(' ')
  const isShort = whole.length <= LONGEST.letters && countWords(whole) <= LONGEST.words
  return firstSaid([isShort ? whole : '', spokenName(chosen), spokenName(names.name)])
}
