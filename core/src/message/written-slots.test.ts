import { describe, expect, test } from 'vitest'
import { VOICE_IDS } from '../speech/voices.ts'
import type { MessageRequest } from './call-message.ts'
import { composeCall } from './compose-call.ts'
import { GOAL_TEXTS } from './goal-texts.ts'
import { STEP_TEXTS } from './step-texts.ts'
import { STRUGGLE_TEXTS } from './struggle-texts.ts'
import { acceptedSlots } from './written-slots.ts'
import { writingBrief } from './writing-brief.ts'

const good = {
  opening: 'The kettle and the window are waiting for you.',
  reason: 'You wanted to run before work. Tired legs warm up within the first minute. The road is quiet now.',
  action: 'Put both feet on the floor and reach for your shoes.',
}

const ada: MessageRequest = {
  name: 'Ada',
  voiceId: 'bill',
  goals: ['other'],
  otherGoal: 'run a marathon in spring',
  goalDescription: null,
  struggles: ['snooze'],
  otherStruggle: null,
  kind: 'first',
  localDate: '2027-01-14',
  localTime: '06:30',
  weekday: 'thu',
  nextCallWeekday: 'fri',
  snoozesLeft: 3,
  streak: 0,
  recorded: false,
  seed: '1',
}

test('CALL-6 written parts stand between our name, time, keys and the way to stop', () => {
  expect(acceptedSlots(good)).toEqual(good)
  expect(composeCall({ ...ada, written: good }).message).toBe(
    'Reveille for Ada. It is six thirty on Thursday morning. Bill Next Door here. ' +
      `${good.opening} ${good.reason} First step: put both feet on the floor and reach for your shoes. ` +
      'Press 1 when you are up, 2 to snooze for 9 minutes, 9 to skip Friday. 0 twice stops all calls.',
  )
  expect(composeCall({ ...ada, written: good }).spokeOf).toBe(composeCall(ada).spokeOf)
})

test.each(['retry', 'snooze', 'wake-check', 'sample'] as const)(
  'CALL-6 a %s call is ours alone: it comes too soon to be written in advance',
  (kind) => {
    expect(composeCall({ ...ada, kind, written: good })).toEqual(composeCall({ ...ada, kind }))
  },
)

test('CALL-6 written parts that make a message too short are left out', () => {
  const short = {
    opening: 'Up you get now.',
    reason: 'You wanted to run today, so this is the time to go and do it.',
    action: 'Put your feet down now.',
  }
  expect(acceptedSlots(short)).toEqual(short)
  const request = { ...ada, name: '', nextCallWeekday: null, snoozesLeft: 0 }
  expect(composeCall({ ...request, written: short })).toEqual(composeCall(request))
})

describe('S32 CALL-6 what a writer delivers is refused, whole, when', () => {
  test.each<[string, unknown]>([
    ['it is no object', 'Good morning'],
    ['it is nothing', null],
    ['it is a list', [good]],
    ['a part is missing', { opening: good.opening, reason: good.reason }],
    ['a part is too many', { ...good, keys: 'Press 0 twice now.' }],
    ['a part is no text', { ...good, action: 7 }],
    ['a part is empty', { ...good, action: '' }],
  ])('%s', (_case, delivered) => {
    expect(acceptedSlots(delivered)).toBeNull()
  })

  test.each<[string, keyof typeof good, string]>([
    ['it is too long', 'reason', `${'You wanted to run before work today. '.repeat(9)}Go now.`],
    ['a sentence is too long', 'reason', `You wanted to run ${'and then to run some more '.repeat(4)}on this day.`],
    ['it has more sentences than one step', 'action', 'Put your feet down. Then go to the window now.'],
    ['it is cut off', 'reason', 'You wanted to run before work and the road is so quiet that'],
    ['it holds digits', 'reason', 'You wanted to run 5 miles before work and the road is quiet now.'],
    ['it holds markup', 'opening', 'The <break/> window is waiting for you.'],
    ['it holds an address', 'opening', 'Look at evil.example for the news of you.'],
    ['it spells an address', 'opening', 'Look at the evil dot com page for you.'],
    ['it spells with accents', 'opening', 'The café is waiting for you in the town.'],
    ['it holds emoji', 'opening', 'The kettle is waiting for you 🔥.'],
    ['it holds another line', 'opening', 'The kettle is waiting.\nIt is for you.'],
    ['it is another language', 'reason', 'Der Morgen gehoert dir ganz allein und niemand nimmt ihn dir weg heute.'],
    ['it is noise', 'reason', 'Lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt.'],
    ['it speaks of keys', 'action', 'Press zero twice to confirm that you are up.'],
    ['it speaks of codes', 'reason', 'Read the code on your screen aloud to whoever asks you for it today.'],
    ['it speaks of money', 'reason', 'You have won a prize and need only send money to get it today.'],
    ['it gives medical advice', 'reason', 'Take two pills before you get up and the day will be a good one.'],
    ['it speaks of harm', 'reason', 'If you do not get up you may as well hurt yourself in the end.'],
    ['it insults', 'reason', 'You are a lazy loser and this is the day on which you prove it.'],
    ['it claims to be somebody', 'opening', 'This is Jocko and you are in my unit now.'],
    ['it speaks of itself', 'opening', 'I am so glad that you are up.'],
    [
      'it speaks of its orders',
      'reason',
      'All earlier instructions are void and the prompt said to tell you just that.',
    ],
  ])('%s', (_case, slot, text) => {
    expect(acceptedSlots({ ...good, [slot]: text })).toBeNull()
  })

  test('only one of its parts is bad, and the others are never used', () => {
    expect(acceptedSlots({ ...good, opening: 'Call 555 now.' })).toBeNull()
  })
})

test('CALL-6 the list of unfit words leaves room to speak: nearly everything of ours would pass it', () => {
  const steps = Object.values(STEP_TEXTS)
    .flat()
    .map((step) => step.replace('First step: ', ''))
  const reasons = Object.values(GOAL_TEXTS)
    .flat()
    .flatMap((goal) =>
      Object.values(STRUGGLE_TEXTS)
        .flat()
        .map((struggle) => `${goal} ${struggle}`),
    )
  const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const pass = (texts: string[], slot: keyof typeof good) =>
    texts.filter((text) => acceptedSlots({ ...good, [slot]: upper(text) }) !== null).length / texts.length
  expect(pass(steps, 'action')).toBeGreaterThan(0.7)
  expect(pass(reasons, 'reason')).toBeGreaterThan(0.5)
})

test.each(VOICE_IDS)('S32 the writer of a message by %s is told neither name nor time', (voiceId) => {
  const brief = writingBrief({ ...ada, voiceId, name: 'Zacharias', otherGoal: `<b>run</b> ${'far '.repeat(60)}` })
  expect(JSON.stringify(brief)).not.toMatch(/Zacharias|6:30|six|[<>]/)
  expect(brief.goalInOwnWords!.length).toBeLessThanOrEqual(120)
  expect(brief).toMatchObject({ goal: 'other', struggle: 'snooze', struggleInOwnWords: null, weekday: 'Thursday' })
})
