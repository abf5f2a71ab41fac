import type { Deed } from '../people/deeds.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { calm, type Weather } from './weather.ts'

export type MachineFault = 'kill' | 'freeze' | 'deploy' | 'outage' | 'database-breaks' | 'database-slow' | 'clock-step'
export type WeatherFault = 'placing' | 'carrier-down' | 'callbacks' | 'questions' | 'list-lag' | 'mail'

/** What a seed is about: how long, with which processes, and which faults how often. */
export type Profile = {
  days: number
  people: number
  maxSchedules: number
  setup: 'alone' | 'two' | 'web-and-workers'
  callsPerSecond: number
  clockOffsetMs: number
  speech: boolean
  /** Chances for each due instant. */
  deeds: number
  machineFaults: number
  weatherFaults: number
  machine: Record<MachineFault, number>
  weather: Record<WeatherFault, number>
  /** The weather on an ordinary day of this seed. */
  climate: Weather
  deedWeights: Record<Deed, number>
  /** Nothing goes wrong: what people see is exact. */
  isFaultless: boolean
}

/** Draws what a seed is about; most seeds try few kinds of fault, some all of them at once. */
export function drawProfile(random: SeededRandom): Profile {
  const theme = random.weighted({ calm: 1, races: 3, machines: 3, carrier: 3, all: 5 })
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
    setup: random.weighted({ alone: 3, two: 3, 'web-and-workers': 2 }),
    callsPerSecond: random.pick([1, 3, 20]),
    clockOffsetMs: random.chance(0.3) ? 200 : 0,
    speech: random.chance(0.1),
    deeds: races ? random.pick([0.3, 0.8, 1.5]) : 0.05,
    machineFaults: machines ? random.pick([0.3, 0.8, 1.5]) : 0,
    weatherFaults: carrier ? random.pick([0.3, 0.8]) : 0,
    machine: {
      kill: 10,
      freeze: 8,
      deploy: 2,
      outage: 2,
      'database-breaks': 4,
      'database-slow': 1,
      'clock-step': random.chance(0.3) ? 3 : 0,
    },
    weather: { placing: 6, 'carrier-down': 2, callbacks: 6, questions: 2, 'list-lag': 3, mail: 1 },
    climate: carrier && random.chance(0.5) ? drizzle(random) : calm,
    deedWeights: random.chance(0.25) ? WITH_LOSSES : DEED_WEIGHTS,
    isFaultless: false,
  }
}

/** A little of everything, all the time. */
function drizzle(random: SeededRandom): Weather {
  const often = random.pick([0.02, 0.1, 0.3])
  return {
    ...calm,
    placing: badPlacing(often),
    callbacks: badCallbacks(often),
    questionsFail: random.pick([0, 0.1, 0.5]),
    listLagMs: random.pick([1_000, 30_000]),
  }
}

export function badPlacing(often: number): Weather['placing'] {
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

export function badCallbacks(often: number): Weather['callbacks'] {
  return {
    prompt: 1 - often,
    'at-once': often / 5,
    'seconds-late': often / 5,
    'hours-late': often / 6,
    lost: often / 4,
    doubled: often / 5,
  }
}

const DEED_WEIGHTS: Record<Deed, number> = {
  toggle: 8,
  'double-click-toggle': 4,
  'pause-and-resume': 6,
  skip: 8,
  'double-click-skip': 2,
  unskip: 6,
  'edit-switches': 6,
  'edit-time': 6,
  'stop-for-today': 3,
  delete: 2,
  create: 5,
  'create-often': 1,
  'change-phone': 4,
  'lose-number': 0,
  'lose-preferences': 0,
  'save-preferences': 0,
  sample: 3,
  'delete-account': 1,
  'stop-calls': 0,
  'pause-all': 0,
  'resume-all': 3,
}

/** Also of what nobody does every day. */
export const WITH_LOSSES: Record<Deed, number> = {
  ...DEED_WEIGHTS,
  'lose-number': 4,
  'lose-preferences': 2,
  'save-preferences': 4,
  'resume-all': 10,
}
