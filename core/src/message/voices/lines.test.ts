import { describe, expect, test } from 'vitest'
import { VOICE_IDS, type VoiceId } from '../../speech/voices.ts'
import { sentencesOf } from '../sentence.ts'
import { countWords } from '../spoken-length.ts'
import { BUDGET, LINE_RULES } from '../test-data/line-rules.ts'
import { VOICE_LINES } from './all-voices.ts'
import { STYLE_SHEETS } from './style-sheets.ts'
import type { VoiceLines } from './voice-lines.ts'

const BANNED = [
  /\b(must|should|ought to|lazy|laziness|weak|weakness|fail|fails|failed|failure|excuses?|losers?|quitters?|cowards?|pathetic|stupid)\b/i,
  /\b(have|has|had|need|needs|needed|got) to\b/i,
  /\b(wars?|battles?|fight|fights|fighting|attack|enemy|enemies|soldiers?|army|troops?|guns?|weapons?|bullets?|shoot|shots?|kill|kills|bombs?|combat|trenches|ambush|victory|surrender|conquer)\b/i,
  /\b(diagnos\w*|symptoms?|therap\w*|depress\w*|anxiet\w*|anxious|medic\w*|disorders?|insomnia|cortisol|hormones?|melatonin|circadian|doctors?|clinic\w*|adrenaline|dopamine)\b/i,
  /\b(netflix|spotify|youtube|instagram|tiktok|facebook|google|apple|iphone|alexa|nike|starbucks|amazon|twitter|uber|lego)\b/i,
  // Words used in only one country.
  /\b(half (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|on the trot|duvet|gotten|fortnight|sidewalk|pavement|mom|mum|trousers|sweatpants|faucet|lorry|mate|y'all|reckon|bloody|brilliant|knackered|telly|loo|comforter|crikey|arvo|touchline|soccer|ballpark|home run|touchdown|bleachers)\b/i,
  // Weather, news, what the room looks like, and words tied to one part of the day.
  /\b(weather|rain|raining|snow|sunny|sunshine|sunrise|sunset|dawn|cloudy|clouds|headlines?|traffic report|birds)\b/i,
  /\b(morning|mornings|breakfast|brunch|noon|midnight|afternoon|evening)\b/i,
  /\bas a (human|person|man|woman)\b|\bi'm (human|real|a person)\b/i,
  /\b(mail|e-mail)\b/i,
]

/** Where speech would use a contraction. */
const UNCONTRACTED =
  /\b(it is|it has been|that is|there is|what is|here is|who is|where is|he is|she is|you are|we are|they are|i am|i will|you will|we will|it will|that will|they will|i have|you have been|we have|i would|you would|we would|do not|does not|did not|is not|are not|was not|were not|will not|would not|cannot|can not|could not|has not|have not|let us|nobody is|nothing is|everything is|bed is|floor is)\b/gi
const CONTRACTED = /\b\w+(?:'(?:s|re|m|ll|ve|d)|n't)\b/gi

const plain = (text: string) =>
  text
    .replaceAll(/\{(time|day)\}/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
const words = (text: string) =>
  countWords(
    plain(text)
      .replaceAll('{part}', 'afternoon')
      .replaceAll(/\{minutes\}/gi, 'nine'),
  )

function occasionsOf({ occasions: o }: VoiceLines): string[] {
  return [o.firstCall, ...o.afterMissed, o.afterPause, ...Object.values(o.streak), o.clocksForward, o.clocksBack]
}

/** Every line, by its list. */
function listsOf(lines: VoiceLines): Record<string, readonly string[]> {
  const under = (name: string, lists: Record<string, readonly string[]>) =>
    Object.fromEntries(Object.entries(lists).map(([key, list]) => [`${name} ${key}`, list]))
  const { greetings, goalLeads, struggleLeads, steps, shortSteps, snoozes, wakeChecks, secondChecks, reasons } = lines
  return {
    greetings,
    goalLeads,
    struggleLeads,
    steps,
    shortSteps,
    snoozes,
    wakeChecks,
    secondChecks,
    reasons,
    occasions: occasionsOf(lines),
    ...under('why', lines.why),
    ...under('struggles', lines.struggles),
    ...under('retries', lines.retries),
    ...under('reminders', lines.reminders),
    ...under('partings', lines.partings),
    asks: Object.values(lines.asks),
    goodbyes: lines.goodbyes,
  }
}

const allLines = (lines: VoiceLines) => Object.values(listsOf(lines)).flat()
const isKeyList = (name: string) => /^(asks|reminders|partings)/.test(name)

function tooLong(list: readonly string[], most: number): string[] {
  return list.filter((line) => words(line) > most).map((line) => `${words(line)} > ${most}: ${line}`)
}

describe.each(VOICE_IDS.map((id) => [id] as const))('the lines of %s', (id: VoiceId) => {
  const lines = VOICE_LINES[id]
  const sheet = { ...LINE_RULES[id], ...STYLE_SHEETS[id] }
  const lists = listsOf(lines)

  test('WAKE-34 there are enough for thirty days without a repeat', () => {
    const counts = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]))
    expect(counts).toEqual({
      greetings: 30,
      occasions: 12,
      goalLeads: 4,
      struggleLeads: 4,
      steps: 30,
      shortSteps: 15,
      goodbyes: 30,
      snoozes: 9,
      wakeChecks: 9,
      secondChecks: 6,
      reasons: 15,
      asks: 3,
      'why exercise': 12,
      'why productivity': 12,
      'why study': 12,
      'why meditation': 12,
      'why creative': 12,
      'why any': 18,
      'struggles tired': 12,
      'struggles lack_of_motivation': 12,
      'struggles snooze': 12,
      'struggles stay_up_late': 12,
      'struggles any': 18,
      'retries second': 3,
      'retries third': 3,
      'retries fourth': 3,
      'retries last': 3,
      'reminders withSnooze': 3,
      'reminders withoutSnooze': 3,
      'partings again': 2,
      'partings last': 2,
    })
  })

  test('WAKE-34 no line uses a banned word', () => {
    const found = allLines(lines).filter((line) => BANNED.some((ban) => ban.test(line)))
    expect(found).toEqual([])
  })

  test('WAKE-34 each line is plain text with only the tokens of its list', () => {
    const odd = Object.entries(lists).flatMap(([name, list]) => {
      const allowed =
        name === 'greetings' || name === 'occasions'
          ? /\{(time|day|part)\}/g
          : name === 'goodbyes'
            ? /\{part\}/g
            : /\{own\}|\{[mM]inutes\}/g
      const mayHold = /^(greetings|occasions|\w+Leads|goodbyes|snoozes|asks|reminders)/.test(name)
      return list.filter((line) => {
        const rest = mayHold ? line.replaceAll(allowed, '') : line
        return (
          /[^A-Za-z0-9 ',.!?:-]/.test(rest) ||
          /\s{2}|^\s|\s$/.test(line) ||
          !/[.!?:]$/.test(line.replace(/\{\w+\}$/, '.'))
        )
      })
    })
    expect(odd).toEqual([])
  })

  test('WAKE-34 a sentence that begins with a token uses its capitalized form, and time and day are sentences of their own', () => {
    const openers = [...lines.greetings, ...occasionsOf(lines)]
    expect(openers.filter((line) => line.split('{time}').length !== 2)).toEqual([])
    expect(openers.filter((line) => !/(^|[.!?] )(\{day\} )?\{time\}( [A-Z]|$)/.test(line))).toEqual([])
    expect(openers.filter((line) => !sheet.names.some((name) => line.includes(name)))).toEqual([])
  })

  test('WAKE-2 each part fits its budget', () => {
    const { most } = sheet
    expect([
      ...tooLong(lines.greetings, most.greeting),
      ...tooLong(occasionsOf(lines), most.greeting + 3),
      ...tooLong(lines.goalLeads, 8), // the own words count as one
      ...tooLong(lines.struggleLeads, 14),
      ...tooLong(Object.values(lines.why).flat(), most.why),
      ...tooLong(Object.values(lines.struggles).flat(), most.struggle),
      ...tooLong(lines.steps, most.step),
      ...tooLong(lines.shortSteps, BUDGET.shortStep),
      ...tooLong([...Object.values(lines.retries).flat(), ...lines.snoozes], BUDGET.openerAndStep),
      ...tooLong([...lines.wakeChecks, ...lines.secondChecks], BUDGET.checkOpener),
      ...tooLong(lines.reasons, BUDGET.reason),
      ...tooLong(Object.values(lines.asks), BUDGET.ask),
      ...tooLong(Object.values(lines.reminders).flat(), BUDGET.shortAsk),
      ...tooLong(Object.values(lines.partings).flat(), BUDGET.parting),
      ...tooLong(lines.goodbyes, 10),
    ]).toEqual([])
  })

  test("WAKE-34 sentences have the voice's length", () => {
    const own = Object.entries(lists).filter(
      ([name]) => !isKeyList(name) && !/^(greetings|occasions|\w+Leads|goodbyes)/.test(name),
    )
    const sentences = own.flatMap(([, list]) => list.flatMap(sentencesOf))
    const lengths = sentences.map(words)
    expect(sentences.filter((sentence) => words(sentence) > Math.min(16, sheet.sentence.to))).toEqual([])
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    expect(mean).toBeLessThanOrEqual(sheet.meanSentence)
    const short = sentences.filter((sentence) => words(sentence) < sheet.sentence.from)
    expect(short.length / sentences.length).toBeLessThanOrEqual(0.2)
  })

  test('WAKE-34 the voice uses contractions', () => {
    const text = allLines(lines).join('\n')
    const whole = text.match(UNCONTRACTED) ?? []
    const contracted = (text.match(CONTRACTED) ?? []).length
    expect(contracted / (contracted + whole.length)).toBeGreaterThanOrEqual(sheet.contracted)
    if (!sheet.exclaims) expect(text).not.toContain('!')
  })

  test('WAKE-32 own words come after a colon, and an own struggle is followed by an order', () => {
    expect(lines.goalLeads.filter((lead) => !lead.endsWith(': {own}.'))).toEqual([])
    const orders = /: \{own\}\. .*\b(sit|stand|feet|up|move|swing|rise)\b[^:]*[.!]$/i
    expect(lines.struggleLeads.filter((lead) => !orders.test(lead))).toEqual([])
  })

  test('WAKE-34 every way past a struggle is an if-then', () => {
    const odd = Object.values(lines.struggles)
      .flat()
      .filter((line) => !/(^|[.!?] )If /.test(line))
    expect(odd).toEqual([])
  })

  test('WAKE-3 an ask names the keys that work and no others', () => {
    const keys = (line: string) => (line.match(/\d/g) ?? []).join('')
    expect(keys(lines.asks.withSnooze)).toBe('120')
    expect(lines.asks.withSnooze).toMatch(/\{minutes\}/i)
    expect(keys(lines.asks.withoutSnooze)).toBe('10')
    expect(keys(lines.asks.sample)).toBe('1')
    expect(lines.reminders.withSnooze.map(keys)).toEqual(['12', '12', '12'])
    expect(lines.reminders.withoutSnooze.map(keys)).toEqual(['1', '1', '1'])
    const others = Object.entries(lists).filter(([name]) => !/^(asks|reminders|wakeChecks|secondChecks)/.test(name))
    expect(others.flatMap(([, list]) => list.filter((line) => /\d/.test(line)))).toEqual([])
    // The ask comes right after a check's opener.
    expect([...lines.wakeChecks, ...lines.secondChecks].filter((line) => /\d/.test(line))).toEqual([])
    expect(lines.partings.again.filter((line) => !line.includes('five minutes'))).toEqual([])
  })

  test('WAKE-30 no sentence appears in two lines', () => {
    const seen = new Map<string, number>()
    const spoken = Object.entries(lists).filter(([name]) => !/^(asks|reminders)/.test(name))
    for (const [, list] of spoken) {
      for (const sentence of list.flatMap(sentencesOf).filter((one) => !/^\{\w+\}$/.test(one))) {
        const key = sentence.toLowerCase().replaceAll(/[^a-z{} ]/g, '')
        seen.set(key, (seen.get(key) ?? 0) + 1)
      }
    }
    expect([...seen].filter(([, count]) => count > 1).map(([sentence]) => sentence)).toEqual([])
  })

  test('WAKE-34 no two lines of a list differ by only a word or two', () => {
    const near = Object.entries(lists)
      .filter(([name]) => !isKeyList(name) && name !== 'asks')
      .flatMap(([, list]) =>
        list.flatMap((a, i) =>
          list
            .slice(i + 1)
            .filter((b) => alike(a, b))
            .map((b) => `${a} | ${b}`),
        ),
      )
    expect(near).toEqual([])
  })
})

test('WAKE-34 no line appears in two voices', () => {
  const owners = new Map<string, VoiceId[]>()
  for (const [id, lines] of Object.entries(VOICE_LINES) as [VoiceId, VoiceLines][]) {
    const keyLines = new Set([
      ...Object.values(lines.asks),
      ...Object.values(lines.reminders).flat(),
      ...Object.values(lines.partings).flat(),
    ])
    for (const line of allLines(lines).filter((one) => !keyLines.has(one))) {
      const key = line.toLowerCase()
      owners.set(key, [...(owners.get(key) ?? []), id])
    }
  }
  expect([...owners].filter(([, ids]) => ids.length > 1)).toEqual([])
})

/** Whether two lines of five words or more share four fifths of them. */
function alike(a: string, b: string): boolean {
  const [left, right] = [a, b].map((line) => new Set(line.toLowerCase().match(/[a-z']+/g) ?? [])) as [
    Set<string>,
    Set<string>,
  ]
  if (Math.min(left.size, right.size) < 5) return false
  const shared = [...left].filter((word) => right.has(word)).length
  return shared / Math.max(left.size, right.size) >= 0.8
}
