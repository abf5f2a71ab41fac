import type { Action } from '../people/actions.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { faultlessConditions, type Conditions } from './conditions.ts'

export type MachineFault = 'kill' | 'freeze' | 'deploy' | 'outage' | 'database-breaks' | 'database-slow' | 'clock-step'
export type ConditionsFault =
  | 'placing'
  | 'carrier-down'
  | 'callbacks'
  | 'look-ups'
  | 'list-lag'
  | 'mail'
  // Only where there are two carriers.
  | 'slow'
  | 'silent'

/** The parameters of a seed: duration, processes, and the frequency of faults. */
export type Profile = {
  days: number
  people: number
  maxSchedules: number
  /** The share of recurring schedules that rotate. */
  rotating: number
  setup: 'alone' | 'two' | 'web-and-workers'
  carriers: 1 | 2
  callsPerSecond: number
  clockOffsetMs: number
  speech: boolean
  /** Expected number per due instant. */
  actions: number
  machineFaults: number
  conditionsFaults: number
  machine: Record<MachineFault, number>
  conditions: Record<ConditionsFault, number>
  /** Conditions without a fault. */
  baseConditions: Conditions
  actionWeights: Record<Action, number>
  /** Nothing goes wrong, so what people see is exact. */
  isFaultless: boolean
}

/** Draws a seed's parameters. Most seeds try few kinds of fault, some all of them at once. */
export function drawProfile(random: SeededRandom): Profile {
  const theme = random.weighted({ faultless: 1, races: 3, machines: 3, carrier: 3, all: 5 })
  const [races, machines, carrier] = [
    theme === 'races' || theme === 'all',
    theme === 'machines' || theme === 'all',
    theme === 'carrier' || theme === 'all',
  ]
  const long = random.chance(0.05)
  return {
    days: long ? 30 : random.between(1, 6),
    people: random.chance(0.15) ? 3 : 2,
    maxSchedules: long ? 1 : random.between(1, 3),
    rotating: 0.3,
    setup: random.weighted({ alone: 3, two: 3, 'web-and-workers': 2 }),
    carriers: 1,
    callsPerSecond: random.pick([1, 3, 20]),
    clockOffsetMs: random.chance(0.3) ? 200 : 0,
    speech: random.chance(0.1),
    actions: races ? random.pick([0.3, 0.8, 1.5]) : 0.05,
    machineFaults: machines ? random.pick([0.3, 0.8, 1.5]) : 0,
    conditionsFaults: carrier ? random.pick([0.3, 0.8]) : 0,
    machine: {
      kill: 10,
      freeze: 8,
      deploy: 2,
      outage: 2,
      'database-breaks': 4,
      'database-slow': 1,
      'clock-step': random.chance(0.3) ? 3 : 0,
    },
    conditions: {
      placing: 6,
      'carrier-down': 2,
      callbacks: 6,
      'look-ups': 2,
      'list-lag': 3,
      mail: 1,
      slow: 0,
      silent: 0,
    },
    baseConditions: carrier && random.chance(0.5) ? slightlyFaulty(random) : faultlessConditions,
    actionWeights: random.chance(0.25) ? WITH_LOSSES : ACTION_WEIGHTS,
    isFaultless: false,
  }
}

/** A little of everything, all the time. */
function slightlyFaulty(random: SeededRandom): Conditions {
  const often = random.pick([0.02, 0.1, 0.3])
  return {
    ...faultlessConditions,
    placing: badPlacing(often),
    callbacks: badCallbacks(often),
    lookUpsFail: random.pick([0, 0.1, 0.5]),
    listLagMs: random.pick([1_000, 30_000]),
  }
}

export function badPlacing(often: number): Conditions['placing'] {
  return {
    answered: 1 - often,
    'answered-slowly': often / 4,
    'accepted-reply-lost': often / 3,
    'failed-unclear': often / 6,
    'refused-connection': often / 8,
    'too-many-requests': often / 10,
    rejected: often / 60,
  }
}

export function badCallbacks(often: number): Conditions['callbacks'] {
  return {
    prompt: 1 - often,
    'at-once': often / 5,
    'seconds-late': often / 5,
    'hours-late': often / 6,
    lost: often / 4,
    doubled: often / 5,
  }
}

const ACTION_WEIGHTS: Record<Action, number> = {
  toggle: 8,
  'double-click-toggle': 4,
  'pause-and-resume': 6,
  skip: 8,
  'double-click-skip': 2,
  unskip: 6,
  'edit-switches': 6,
  'edit-time': 6,
  'edit-weekday-times': 5,
  'edit-rotation': 4,
  travel: 3,
  'take-days-off': 5,
  'end-days-off': 5,
  'write-note': 4,
  'stop-for-today': 3,
  'answer-on-page': 6,
  'answer-wrong-on-page': 2,
  delete: 2,
  create: 5,
  'create-often': 1,
  'change-phone': 4,
  'lose-number': 0,
  'add-second': 4,
  'remove-second': 2,
  'lose-second': 0,
  'disown-second': 1,
  'second-to-first': 1,
  'resume-second': 2,
  'lose-preferences': 0,
  'save-preferences': 0,
  sample: 3,
  'delete-account': 1,
  'stop-calls': 0,
  'pause-all': 0,
  'resume-all': 3,
}

/** Includes the rare ones. */
export const WITH_LOSSES: Record<Action, number> = {
  ...ACTION_WEIGHTS,
  'lose-number': 4,
  'lose-second': 2,
  'lose-preferences': 2,
  'save-preferences': 4,
  'resume-all': 10,
}
