import { test, type PlantedBug } from './planted-bug.ts'

const waking = (title: string) =>
  ({ project: 'integration', file: 'server/src/calls/waking.test.ts', title }) as const
const morning = (title: string) =>
  ({ project: 'integration', file: 'server/src/calls/morning/morning.routes.test.ts', title }) as const
const nextStep = (title: string) => test('core/src/calls/next-step.test.ts', title)

/** Bugs in what proves that somebody is up, and in what follows when nobody does. */
export const wakingBugs: readonly PlantedBug[] = [
  {
    name: 'wake6-pick-up-is-proof',
    bug: 'whoever picks up counts as awake',
    file: 'core/src/calls/call-lifecycle.ts',
    search: `return kind === 'sample' ? 'completed' : 'unconfirmed'`,
    replace: `return kind === 'sample' || kind === 'first' ? 'completed' : 'unconfirmed'`,
    caughtBy: waking('WAKE-6'),
  },
  {
    name: 'wake7-one-is-enough',
    bug: 'key 1 proves a firm morning, too',
    file: 'core/src/calls/call-keys.ts',
    search: `proof === 'gentle') return 'confirm'`,
    replace: `proof !== 'strict') return 'confirm'`,
    caughtBy: waking('WAKE-7 Firm: 1 alone'),
  },
  {
    name: 'wake7-endless-guesses',
    bug: 'a wrong answer spends no round: digits can be tried for ever',
    file: 'server/src/calls/handle-key.ts',
    search: 'life: { taskRound: call.taskRound + 1 },',
    replace: 'life: {},',
    caughtBy: waking('WAKE-7 Firm: three wrong'),
  },
  {
    name: 'wake8-code-of-the-day',
    bug: 'the digits are the same for everybody',
    file: 'server/src/schedules/planner/plan-calls.ts',
    search: 'newTasks(proof, randomInt)',
    replace: 'newTasks(proof, (below) => randomInt(below) * 0)',
    caughtBy: waking('WAKE-8'),
  },
  {
    name: 'wake8-doubled-answer',
    bug: 'an answer that arrives twice spends two rounds',
    file: 'server/src/calls/morning/answer-morning.ts',
    search: 'else if (round === call.taskRound) await',
    replace: 'else await',
    caughtBy: morning('WAKE-8'),
  },
  {
    name: 'wake9-no-second-check',
    bug: 'a strict morning ends with the first sum',
    file: 'server/src/calls/call-life.sql.ts',
    search: ` or occurrences.proof = 'strict'`,
    replace: '',
    caughtBy: waking('WAKE-9 Strict: a second call'),
  },
  {
    name: 'wake9-first-proof-counts',
    bug: 'a second check that nobody passes is forgiven',
    file: 'core/src/calls/next-step.ts',
    search: `return unproven ? 'unconfirmed' : 'answered'`,
    replace: `return unproven ? 'answered' : 'answered'`,
    caughtBy: waking('WAKE-9 Strict: a second check'),
  },
  {
    name: 'wake10-one-try-too-many',
    bug: 'the ladder does not end',
    file: 'core/src/calls/next-step.ts',
    search: 'triesOf(calls) < waitsOf(rules).length',
    replace: 'triesOf(calls) <= waitsOf(rules).length',
    caughtBy: waking('WAKE-10'),
  },
  {
    name: 'wake14-tenth-ring',
    bug: 'a morning of snoozes and retries rings ten times',
    file: 'core/src/calls/next-step.ts',
    search: 'rings >= MOST_RINGS',
    replace: 'rings > MOST_RINGS',
    caughtBy: nextStep('WAKE-14'),
  },
  {
    name: 'wake14-second-hour',
    bug: 'a call is due more than an hour after its morning',
    file: 'core/src/calls/next-step.ts',
    search: ' || dueAt > rules.dueAt + LAST_DUE_AFTER_MS',
    replace: '',
    caughtBy: nextStep('WAKE-14'),
  },
  {
    name: 'wake15-unasked-ladder',
    bug: 'people who agreed to two retries get four',
    file: 'server/src/people/lock-person.sql.ts',
    search: 'agreedToLadder: Boolean(row.agreed_to_ladder)',
    replace: 'agreedToLadder: true',
    caughtBy: waking('WAKE-15 without the new agreement'),
  },
  {
    name: 'wake16-key-for-a-sum',
    bug: 'key 1 of a gentle schedule settles a strict one',
    file: 'core/src/calls/proof.ts',
    search: 'return PROOFS.indexOf(given) >= PROOFS.indexOf(asked)',
    replace: 'return PROOFS.includes(given) && PROOFS.includes(asked)',
    caughtBy: waking('WAKE-16 a proof settles'),
  },
  {
    name: 'wake16-ring-after-the-proof',
    bug: 'an answer on the dashboard does not stop the next ring',
    file: 'server/src/calls/morning/answer-morning.ts',
    search: `  if (call.stage === 'ended') await settleAgain(services, tx, call)\n`,
    replace: '',
    caughtBy: morning('WAKE-16 a press'),
  },
  {
    name: 'wake4-sleepy-double-tap',
    bug: 'two quick zeros end all calls',
    file: 'core/src/calls/call-keys.ts',
    search: 'const DOUBLE_TAP_MS = 2_000',
    replace: 'const DOUBLE_TAP_MS = 0',
    caughtBy: waking('WAKE-4 0 then 0'),
  },
  {
    name: 'wake4-stop-is-an-answer',
    bug: 'stopping all calls counts towards the streak',
    file: 'server/src/calls/handle-key.ts',
    search: `  await cancelOccurrence(services, tx, occurrence)\n`,
    replace: '',
    caughtBy: waking('WAKE-4 0 then 0'),
  },
  {
    name: 'wake28-snooze-of-old',
    bug: 'every snooze lasts nine minutes',
    file: 'core/src/calls/next-step.ts',
    search: 'afterMs: rules.snoozeMinutes * MINUTE_MS',
    replace: 'afterMs: DEFAULT_SNOOZE_MINUTES * MINUTE_MS',
    caughtBy: waking('WAKE-28 a snooze'),
  },
]
