/** 'I' as a word: not in 'I-95', 'A.I.' or 'World War I'. */
const I = String.raw`(?<![\w.'-])(?<!\b(?:world war|calculus|calc|physics|chem|chemistry) )I(?![\w.-])`
const ADVERBS = String.raw`((?: (?:\w+ly|always|never|still|also|just|once|too|not|even|now|often))*)`

const rule = (pattern: string, spoken: string): [RegExp, string] => [new RegExp(pattern, 'gi'), spoken]

/** In this order: the longer forms first. */
const RULES: readonly [RegExp, string][] = [
  // 'I woke up and was late': still the same person.
  rule(
    String.raw`(${I}(?:(?!\b(?:he|she|it|that|which|who|there|this|i|my \w+)\b)[^,])*\b(?:and|but)(?: (?:always|never|still|also|just|often|then))?) was\b`,
    '$1 were',
  ),
  rule(String.raw`${I}'m(?!\w)`, "you're"),
  rule(String.raw`${I}'(ve|d|ll)(?!\w)`, "you'$1"),
  rule(String.raw`${I}${ADVERBS} am\b`, 'you$1 are'),
  rule(String.raw`${I}${ADVERBS} wasn't\b`, "you$1 weren't"),
  rule(String.raw`${I}${ADVERBS} was\b`, 'you$1 were'),
  rule(String.raw`\bam ${I}`, 'are you'),
  rule(String.raw`\bwasn't ${I}`, "weren't you"),
  rule(String.raw`\bwas ${I}`, 'were you'),
  // 'I work nights and am tired': only the writer can be meant. '9 am' is a time.
  rule(String.raw`(?<!\d ?)(?<![\w'])am(?![\w'.])`, 'are'),
  rule(I, 'you'),
  rule(String.raw`(?<![\w.'-])me(?! time\b)(?![\w-])`, 'you'),
  rule(String.raw`(?<!\boh )(?<![\w'])my(?![\w'-])`, 'your'),
  rule(String.raw`(?<!\b(?:a|the|this|coal|gold|salt) )(?<![\w'])mine(?![\w'])`, 'yours'),
  rule(String.raw`(?<![\w'])myself(?![\w'])`, 'yourself'),
]

const FIRST_PERSON = /(?<![\w.'-])(?:i|i'(?:m|ve|d|ll)|me|my|mine|myself)(?![\w.-])/i
const SECOND_PERSON = /(?<![\w'])(?:you\w*|ur?)(?![\w.])/i
/** Double, or single ones around words; no apostrophe. */
const QUOTATION = /"|(?<=^|[\s(])'(?!(?:til|cause|em|n|bout|twas)\b)\p{L}[^']*(?:\w'\w[^']*)*'(?=$|[\s),.!?:])/u

/**
 * A unit as it is said to the person who wrote it (WAKE-33): 'I want my run' → 'you want your run'. A unit that says 'you' or
 * quotes someone stays as it is, since its pronouns would get mixed up.
 */
export function inSecondPerson(unit: string): string {
  if (!FIRST_PERSON.test(unit) || SECOND_PERSON.test(unit) || QUOTATION.test(unit)) return unit
  return RULES.reduce((said, [form, spoken]) => said.replace(form, spoken), unit)
}
