// Respells words that the embedded engine mispronounces; each respelling was checked against the sounds it produces.
// Where spelling alone is ambiguous ('I read it', 'I've read it'), the surrounding words decide.

type Respelling = readonly [wrong: RegExp, right: string]

/** In every context. */
const WORDS: readonly Respelling[] = [
  [/\breveille\b/gi, 'Revelly'],
  [/\bmetre/gi, 'meter'],
  [/(?<=kilo|centi|milli)metre/gi, 'meter'],
  [/litre/gi, 'liter'],
  [/\bmic\b/gi, 'mike'],
  [/\bcosy\b/gi, 'cozy'],
  [/\byoghurt/gi, 'yogurt'],
  [/\bpilates\b/gi, 'pilahteez'],
  [/\bquinoa\b/gi, 'keenwah'],
]

const NAMES: readonly Respelling[] = [
  [/\bsiobhan\b/gi, 'Shivawn'],
  [/\bniamh\b/gi, 'Neev'],
  [/\baoife\b/gi, 'Eefa'],
  [/\bciara\b/gi, 'Keera'],
  [/\bsaoirse\b/gi, 'Sursha'],
  [/\bnguyen\b/gi, 'Win'],
  [/\baisha\b/gi, 'Eye eesha'],
  [/\bmei\b/gi, 'May'],
  [/\bxin\b/gi, 'Shin'],
]

const WHO =
  "i|you|we|they|people|who|to|can|could|will|would|should|may|might|must|not|don't|\\w+'d|\\w+'ll|never|still|always"
/** 'lead', 'read' and 'live' by context. The first match wins. */
const BY_CONTEXT: readonly Respelling[] = [
  [/\blead(?= (?:pipe|paint|weights?|acid|poisoning)\b)/gi, 'led'],
  [/\blead\b/gi, 'leed'],
  [
    /(?<=\b(?:have|has|had|having|been|was|were|is|are|being|get|got|well|\w+'ve)(?: (?:already|never|just|ever|always|not))? )read\b/gi,
    'red',
  ],
  [/\bread\b(?=[^.!?]*\b(?:yesterday|ago|last (?:night|week|month|year))\b)/gi, 'red'],
  [/\bread(?=s?\b|ing\b)/gi, 'reed'],
  [
    /\blive(?= (?:music|shows?|sessions?|version|radio|stream|concerts?|broadcast|audience|on air|on time|on \w+ \w+ radio|and on time|for one)\b)/gi,
    'lyve',
  ],
  [new RegExp(String.raw`(?<=\b(?:${WHO}) )live\b`, 'gi'), 'liv'],
  [/(?<=\b(?:go|goes|going|went|is|are|\w+'s|\w+'re|us|you,) )live\b/gi, 'lyve'],
  [/(?<=\b(?:our|their|your|his|her|people's|own|of|save|saves|saving|many|two|nine|other) )lives\b/gi, 'lyves'],
]

function respelled(text: string): string {
  return [...WORDS, ...NAMES, ...BY_CONTEXT].reduce((words, [wrong, right]) => words.replace(wrong, right), text)
}

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
}

/** The embedded engine knows only ASCII: José becomes Jose, and letters without a counterpart are dropped. */
export function fliteWords(text: string): string {
  const ascii = text
    .replace(/[ßæÆœŒøØłŁđĐðÐþÞı]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/[’‘]/g, "'")
    .replace(/[^\x20-\x7e]/g, (char) => (/\p{M}/u.test(char) ? '' : ' '))
    .replace(/[<>[\]{}]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return respelled(ascii)
}
