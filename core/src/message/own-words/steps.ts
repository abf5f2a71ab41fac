/** A written form, and how to say it. */
export type Step = readonly [form: RegExp, said: string | ((...found: string[]) => string)]

const escaped = (form: string): string => form.replaceAll(/[$.*+?^|()/]/g, String.raw`\$&`)
/** A pattern for any of these, longest first. */
export const oneOf = (forms: Iterable<string>): string =>
  [...forms]
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')

export const pattern = (form: string, flags = 'gi'): RegExp => new RegExp(form, flags)

export const read = (text: string, [form, said]: Step): string => text.replace(form, said as string)

/** Words that end in s but aren't plurals. */
export const NO_PLURAL =
  'is|as|was|has|does|this|its|his|us|yes|thus|vs|versus|always|sometimes|afterwards|perhaps|unless|besides|towards|across|less|plus|class|asap|thanks|tennis|helps|saves|works|means|takes|gets|makes|needs|starts|ends|happens|matters|feels|looks|seems|keeps'

/** Things that come in millions. */
const MANY =
  'people|men|women|children|kids|adults|persons|users|subscribers|subs|followers|fans|views|viewers|visitors|visits|downloads|installs|customers|clients|members|players|gamers|readers|listeners|streams|plays|copies|sales|votes|voters|likes|shares|clicks|impressions|hits|requests|tokens|parameters|records|transactions|dollars?|bucks|euros?|rupees?|pounds?|pesos?|francs|yen|cents|words|jobs|homes|households|families|students|workers|employees|citizens|residents|immigrants|refugees|Americans|patients|years|miles|kilometers|acres|hectares|barrels|tons|tonnes|books|albums|tickets|meals|searches|sessions|pageviews|units|emails|messages|tweets|comments|accounts|devices|orders|lives|stars|lines of code'
const KIND =
  'monthly|daily|weekly|yearly|annual|active|new|more|other|unique|total|paying|paid|registered|organic|happy|loyal|young|global|online|lifetime|potential|extra|American|US|U S|Canadian|Australian|light|YouTube|TikTok|Instagram|Twitter|Spotify'

/** What follows 'm' in the sense of million. Otherwise it means meters ('8m walls'). */
export const IN_MILLIONS = String.raw`(?= (?:(?:${KIND}) ){0,2}(?:${MANY}|in (?:sales|revenue|profits?|funding|savings|debt))\b)`

/** People that somebody calls. */
const PEOPLE =
  'people|men|women|children|customers|clients|leads|prospects|users|students|voters|members|donors|owners|agents|companies|businesses|patients|contacts|numbers|friends|names|buyers|sellers|investors|subscribers|parents|households|homes|doctors|guests|suppliers|vendors'
const LINKING =
  'if|when|whenever|while|until|till|because|since|for|and|or|but|so|then|to|now|in|on|at|by|of|about|before|after|with|without|from|first|again|once|twice|today|tonight|tomorrow|please|every|my|our|the|an?|your|this|that|these|those|i|you|we|he|she|they|it|right|instead|during|emergency|immediately'
const OF_EMERGENCIES = '(?:call|caller|operator|dispatcher|trainer|responder|service|hotline|line|crew)s'
/** What follows a number that counts, rather than one to dial. */
export const COUNTING = String.raw`(?= (?:${PEOPLE}|(?:(?!(?:${LINKING})\b)\p{L}+ ){1,2}(?:${PEOPLE})|(?!(?:${NO_PLURAL}|${OF_EMERGENCIES})\b)\p{L}{2,}s)\b)`
