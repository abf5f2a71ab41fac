/** Acronyms whose sound no rule gives. 'SAT' and 'ACT' are words unless an exam follows. */
const SAID_AS: Record<string, string> = {
  USMLE: 'U S M L E',
  UCLA: 'U C L A',
  UCSF: 'U C S F',
  USPS: 'U S P S',
  LSAT: 'L sat',
  MCAT: 'M cat',
  GMAT: 'G mat',
  NCLEX: 'N clex',
  IELTS: 'eye elts',
  IEEE: 'eye triple E',
  AARP: 'A A R P',
  ASPCA: 'A S P C A',
  FMLA: 'F M L A',
  ACLS: 'A C L S',
  NAACP: 'N double A C P',
  NCAA: 'N C double A',
  ESPN: 'E S P N',
  ICAO: 'eye kay oh',
  UNLV: 'U N L V',
  APUSH: 'A push',
  HIIT: 'hit',
  GRE: 'G R E',
  SAT: 'S A T',
  ACT: 'A C T',
  ASAP: 'A S A P',
  MBBS: 'M B B S',
  MMORPG: 'M M O R P G',
  AAMC: 'A A M C',
  CISSP: 'C I double S P',
  NYPD: 'N Y P D',
  NYSE: 'N Y S E',
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
    .replace(CAPITALS, (word) => {
      if (!isAcronym(word)) return word
      return SAID_AS[word] ?? [...word].join(' ')
    })
}
