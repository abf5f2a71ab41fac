const spelled = (word: string): string => [...word].join(' ')

/** Said letter by letter. */
const SPELLED = 'USMLE UCLA UCSF USPS AARP ASPCA FMLA ACLS ESPN UNLV GRE SAT ACT ASAP MBBS MMORPG AAMC NYPD NYSE'.split(
  ' ',
)
/** Acronyms whose sound no rule gives. 'SAT' and 'ACT' are words unless an exam follows. */
const SAID_AS: Record<string, string> = {
  ...Object.fromEntries(SPELLED.map((word) => [word, spelled(word)])),
  LSAT: 'L sat',
  MCAT: 'M cat',
  GMAT: 'G mat',
  NCLEX: 'N clex',
  IELTS: 'eye elts',
  IEEE: 'eye triple E',
  NAACP: 'N double A C P',
  NCAA: 'N C double A',
  ICAO: 'eye kay oh',
  APUSH: 'A push',
  HIIT: 'hit',
  CISSP: 'C I double S P',
  HVAC: 'H vac',
  XBOX: 'Xbox',
}
const EXAM = String.raw`(?= (?:exam|test|prep|score|practice|class|study|math|essay|tutor)s?\b)`
/** How an English syllable may begin. */
const ONSET =
  /^(?:[b-df-hj-np-tv-z]|[bcfgkp][lr]|[cgkprstw]h|dr|dw|[gk]n|p[nst]|qu|s[cklmnpqtw]|s[cpt][lrh]?r?|sch|shr|thr|chr|vl|wr|tr|tw|ts|squ)?[aeiouy]/
const VOWEL = /[AEIOUY]/

const CAPITALS = /(?<![\p{L}\p{N}'.])\p{Lu}{2,}(?![\p{L}\p{N}'])/gu

/** Whether a word in capitals is an acronym, and not just shouted. */
export function isAcronym(word: string): boolean {
  if (Object.hasOwn(SAID_AS, word)) return word.length > 3
  const isSpelled = !VOWEL.test(word) || (word.length < 7 && !ONSET.test(word.toLowerCase()))
  return /^[A-Z]{4,}$/.test(word) && isSpelled && !/(.)\1\1/.test(word)
}

/** Spells out capitals that can't be said as a word. The voices get two or three letters right by themselves. */
export function withAcronyms(text: string): string {
  return text
    .replace(new RegExp(String.raw`\b(?:SAT|ACT)${EXAM}|\bGRE\b`, 'g'), (word) => SAID_AS[word]!)
    .replace(CAPITALS, (word) => (isAcronym(word) ? (SAID_AS[word] ?? spelled(word)) : word))
}
