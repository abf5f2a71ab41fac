import { LINK } from './clean-text.ts'

/**
 * Whole words in any case, separated by ' | '. A space matches any whitespace, and ' ?' also none; `*` after a letter
 * matches any ending.
 */
function words(list: string): RegExp {
  const all = list.trim().split(/\s+\|\s+/)
  const pattern = all
    .map((form) =>
      form
        .replaceAll(/(?<=(?<!\\)\p{L})\*/gu, String.raw`[\p{L}]*`)
        .replaceAll(' ?', String.raw`\s*`)
        .replaceAll(' ', String.raw`\s+`),
    )
    .join('|')
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'iu')
}

const FAMILY =
  '(?:mom|mum|mother|dad|father|parents|wife|husband|partner|son|daughter|brother|sister|baby|child|kid|friend|best friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|dog|cat|girlfriend|boyfriend)'

const SELF_HARM = words(`
  suicid* | kill(?:ing)? my ?self | (?:please|just|someone) kill me | kms | unalive* | end(?:ing)? (?:it all|my life) | (?:take|taking|took) my (?:own )?life
  | self[ -]?harm* | (?:cut|cutting|harm|harming|hurt|hurting|hang|hanging|shoot|starve|starving) my ?self
  | (?:want|wanna|wish|wanted|like|ready) (?:to |i could |i would )?(?:just )?die | wish i (?:was|were|had) (?:dead|never (?:been )?born)
  | (?:wish i|i) (?:wasn't|weren't|wasnt) (?:alive|here anymore|born) | better off (?:dead|without me) | rather be dead
  | (?:don't|do not|didn't|not|never) (?:want to |wanna )?(?:wake up|be woken) (?:again|anymore|any more|ever|at all)
  | (?:not|never) wak(?:e|ing) up (?:again|anymore|any more|ever) | never wake up(?=\\s*(?:$|[.,!?;]|again|any))
  | (?:hope|hoping|wish|wishing|pray|praying) (?:that )?i (?:just )?(?:would|could|did|do|will)?(?: not|n't| never) (?:just )?wake up | (?:want|wanna) (?:to )?(?:just )?disappear
  | (?:don't|do not|no longer|not) want to (?:live|be alive|exist|be here|go on) | (?:don't|do not) wanna (?:live|be alive|exist|be here)
  | (?:no|not any|any) (?:reason|point) (?:to live|in living|to go on|in going on|to be alive|to exist)
  | (?:life|living) (?:is|isn't|is not|has) (?:not )?(?:worth(?:less| living| it)?|pointless|no point) | not worth living
  | can't (?:live like this|do this anymore|take it anymore) | can't go on(?=\\s*(?:$|[.,!?;]|like this|living|any)) | overdos* | od'?ing | jump off (?:a|the) (?:bridge|building|roof|cliff) | slit my
  | (?:tired of|sick of|done with) (?:living(?=\\s*(?:$|[.,!?;]|any))|life|being alive) | done living | wish i (?:wasn't|weren't) here
  | (?:don't|do not|can't|cannot) see (?:the|a|any) (?:point|reason) (?:of|in|to) (?:living|life|live|going on|go on|being alive) | give up on life | (?:nobody|no one) would (?:miss|notice) (?:me|if i)
  | selbstmord* | suizid* | umbringen | suicidio | suicidarme | me suicider`)

const DEATH = words(`
  death | deaths | dead | die | died | dies | dying | deceased | funeral* | grief | griev* | mourn* | widow* | bereave*
  | pass(?:ed|ing)? away | passed on | in (?:loving )?memory of | rest in peace | los(?:t|ing) (?:my|our|a|his|her) ${FAMILY}
  | loss of (?:my|our|a) ${FAMILY} | (?:my|our) late ${FAMILY} | miscarr* | stillb* | abortion | buried | cemetery | coffin | gravestone
  | kill | kills | killed | killing | murder* | hospice | put (?:him|her|it|my dog|my cat) down | gestorben | muerte | murió | décès`)

const ILLNESS = words(`
  cancer | tumou?rs? | chemo* | leuk(?:a)?emia | diabet* | depress* | anxiety | anxious | panic attacks? | adhd | autis* | asperger*
  | bipolar | schizo* | psychosis | psychotic | ptsd | trauma* | ocd | anorexi* | bulimi* | eating disorder | binge | purge | insomnia*
  | narcolep* | apn(?:o)?ea | migraines? | arthritis | asthma* | epilep* | seizures? | had a stroke | (?:my|after|since|his|her) strokes?
  | heart (?:attack|disease|failure|condition) | surgery | surgeries | in (?:the )?hospital | hospitali[sz]ed | disease* | illness*
  | sick | ill | sickness | nausea | chronic | pain | pains | painful | symptoms? | diagnos* | infection* | covid | flu | fever | injur* | burn ?out
  | burned out | burnt out | dementia | alzheimer* | parkinson* | hiv | aids | std | ibs | crohn* | fibromyalgia | thyroid | hormon*
  | menopause | period cramps | blood pressure | cholesterol | nervous breakdown | mental(?:ly)? (?:health|ill|illness) | disorder* | disab*
  | therapy | therapist* | psychiatr* | psychologist | rehab | dialysis | transplant | ivf | infertil* | krebs | krank*`)

const MEDICINE = words(`
  medicines? | medications? | meds | pills? | dose | doses | dosage | drugs? | prescri* | antidepress* | insulin | inhaler
  | painkiller* | steroids? | ssri* | xanax | prozac | zoloft | lexapro | ritalin | adderall | vyvanse | concerta | ozempic | wegovy
  | melatonin | ambien | ibuprofen | paracetamol | tylenol | antibiotic* | sleeping (?:pill|tablet)s?`)

const ADDICTION = words(`
  addict* | alcohol* | drunk* | drinking | booze* | sober* | sobriety | hungover | hang ?over* | relapse* | withdrawal | detox*
  | weed | marijuana | cannabis | stoned | cocaine | heroin | opioid* | meth | ketamine | smoking | smoke | smoker | cigarettes? | nicotine
  | vape | vaping | gambl* | casino* | porn* | junkie*`)

const BODY_SHAME = words(`
  fat | fatter | fatty | overweight | obes* | ugly | chubby | flabby | skinny | lose (?:some |the |my |more )?weight | losing weight
  | weight loss | lost weight | my weight | gain(?:ed|ing)? weight | my body ?weight | bmi | belly | love handles | double chin | cellulite
  | los(?:e|ing|t) (?:\\d+|a few|some|those|these|\\p{L}+) ?(?:kg|kgs|kilos?|kilograms?|lbs?|pounds|stone) | disgusting | gross | hideous | unattractive`)

const INSULTS = words(`
  lazy | laziness | lazyness | stupid* | idiot* | dumb | dumbass | loser* | failure | failures | worthless | useless | pathetic | moron* | imbecile
  | hopeless | coward* | jerks? | fool | foolish | slob | slobs | scum | trash | freak | good for nothing | waste of space | disappointment
  | a burden | an? embarrassment | brat | bully | creep | liar | (?:i'm|i am|so|too|i was|you're|he's|she's) weak | i (?:always |keep |just )*fail(?:ed|ing|ure)?
  | retard* | nazi* | racist* | shut up | ugly`)

const OBSCENITIES = words(`
  fuck* | f+u+c+k+ | motherf* | wtf | stfu | fml | shit* | bullshit | ass | asses | asshole* | arse* | bitch* | bastard* | cunt* | dick | dicks
  | dickhead* | cock | cocks | pussy | whore* | slut* | sex | sexy | sexual* | nude* | naked | tits | boobs | masturbat* | jerk off | wank* | piss*
  | goddamn* | crap | crappy | twat* | prick | bugger | bollocks | nigg* | fag | fags | faggot* | tranny | kike* | rape* | rapist
  | molest* | abus* | assault* | schei(?:ß|ss)e* | merde | puta | mierda`)

/** 'f*ck' */
const MASKED = /\p{L}\*+\p{L}/u

const QUARRELS = words(`
  hat(?:e|es|ed|ing) | hatred | divorc* | court | courts | ex | exes | custody | alimony | lawsuit* | suing | sued | breakup | break[ -]up
  | broke up | breaking up | dumped (?:me|him|her) | cheat(?:ed|ing) on | affair | revenge | quarrel* | argu(?:e|es|ed|ing) with
  | fight(?:s|ing)? with | fought with | restraining order | separated | enemy | enemies`)

const SECRETS = words(`
  passwords? | passcodes? | passphrase | pass code | pin code | my pin | pin number | pin is | wi-?fi code | access code | security code
  | door code | secret code | login (?:details|data|code|is) | ssn | social security number | credit card | passwort | mot de passe | contraseña`)

const DIGIT = 'zero|one|two|three|four|five|six|seven|eight|nine'
const KEYS = [
  /(?<![\p{L}\p{N}])(?:press|dial|call)(?:s|ed|ing)?(?![\p{L}\p{N}])/iu,
  new RegExp(
    String.raw`(?<![\p{L}])(?:press|dial|hit|tap|type|push|enter)\s+(?:key\s+|button\s+)?(?:${DIGIT}|\d)(?=\s*(?:$|[,.!?]|to |for |now|and |if |when |again|once|twice))`,
    'iu',
  ),
] as const

/** '12 Main Street', '12 main street', 'Hauptstraße 5'. */
const STREET =
  /\d[a-z]?\s+(?:(?:\p{Lu}[\p{L}'.]*\s+){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Close|Crescent|Terrace|Place|Square)|\p{L}+\s+(?:street|avenue|boulevard))(?!\p{L})|\p{L}{2}(?:straße|strasse|str\.|weg|gasse|platz)\s+\d/u

/** Phrases with a word of the lists that mean something else. */
const HARMLESS = new RegExp(
  words(`
  (?:tennis|basketball|squash|pickleball|padel|badminton|volleyball|racquetball|handball|netball|futsal|clay|grass|hard|food) courts?
  | (?:on|hit|hitting|book|booking|off) the courts? | court shoes | dead[ -]?lift* | dead bugs? | dead (?:tired|asleep|end) | dying to
  | (?:phone|battery|laptop|alarm|tablet|charger) (?:died|dies|is dead|was dead) | die[ -]hard | killing it | killed it | kill (?:it (?:at|in|on)|my goals?|the (?:day|exam|game|interview|presentation|test|workout)|two birds)
  | \\d+(?:[.,-]\\d+)? kms | (?:few|some|many|more|several|extra) kms | (?:physical|occupational|speech) therapy | buried (?:in|under)
  | no pain,? no gain | sick of(?! (?:living\\s*(?:$|[.,!?;]|any)|life|being alive)) | drinking (?:more |enough |some |my )?(?:water|coffee|tea) | (?:low|full|non)[ -]fat | fat[ -]free
  | dumb ?bells? | (?:times|x|twice|double|of) my body ?weight | revenge bedtime | (?:cut|cutting) my ?self (?:some|a little) slack | (?:bench|leg|overhead|shoulder|chest|military|french) press* | press[ -]?ups? | (?:stop|quit) hitting
  | conference calls? | call (?:center|centre)s? | weed the | pull(?:ing)? weeds? | smoke (?:alarm|detector)s? | (?:study|studying) medicine
  | medicine (?:ball|degree|exam|finals) | (?:work|shift|job|rounds|intern|nurse|volunteer)(?:ing|s)? (?:in|at) (?:a |the )?hospital
  | heated argument | kick ?ass | trash (?:day|out|bins?|pickup) | (?:take|taking|put|bring) (?:out )?the trash
  | not too weak | (?:love|state|current|world|family) affairs?`).source,
  'giu',
)

/** Six digits or more in a row with separators, as in phone numbers. Dates, times and ranges don't count. */
const LONG_NUMBER = /\d(?:[ ().-]{0,2}\d){5}/
/** An amount: people don't group a phone number's digits with commas. */
const GROUPED = /(?<![\d,])[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?![\d,])/g
const DATES_AND_TIMES =
  /(?<!\d)(?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|[0-2]?\d:[0-5]\d)(?!\d)/g

const LISTS = [ILLNESS, MEDICINE, ADDICTION, BODY_SHAME, INSULTS, OBSCENITIES, MASKED, QUARRELS, SECRETS, STREET]

/** The lists match a unit both with repeated letters collapsed and as typed. */
function forms(unit: string): [string, string] {
  const plain = unit.replace(HARMLESS, ' ')
  return [plain, plain.replace(/(\p{L})\1{2,}/giu, '$1')]
}

const isIn = (list: RegExp, unit: string): boolean => forms(unit).some((form) => list.test(form))

/** Typed because a field wanted words. */
const NOTHING = /^\W*(?:n\/?a|none|nothing|nil|idk|not sure|i don'?t know)\W*$/i

/** We never read words of self-harm to the person, and show them where to find help. */
export const speaksOfSelfHarm = (text: string): boolean => isIn(SELF_HARM, text)

/** Self-harm, death and grief, which leave out the whole sentence. */
export const isGrave = (sentence: string): boolean => speaksOfSelfHarm(sentence) || isIn(DEATH, sentence)

/** Whether a unit, as written, would hurt, shame or expose a person half asleep. */
export function isLeftOut(unit: string): boolean {
  if (NOTHING.test(unit) || isGrave(unit) || LISTS.some((list) => isIn(list, unit)) || unit.search(LINK) >= 0)
    return true
  const plain = unit.replace(HARMLESS, ' ')
  if (KEYS[1].test(plain) || (KEYS[0].test(plain) && /\d/.test(plain))) return true
  return LONG_NUMBER.test(
    unit
      .replace(DATES_AND_TIMES, ' ')
      .replace(GROUPED, ' ')
      .replace(/(?<=\d),(?=\d{3})/g, ''),
  )
}
