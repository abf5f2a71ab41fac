import type { Profile } from './faults/profile.ts'
import { calm } from './faults/weather.ts'

/** One person, one schedule, a calm day: for stories in which exactly one thing goes wrong. */
export const oneMorning: Partial<Profile> = {
  days: 1,
  people: 1,
  maxSchedules: 1,
  callsPerSecond: 20,
  clockOffsetMs: 0,
  speech: false,
  deeds: 0,
  machineFaults: 0,
  weatherFaults: 0,
  climate: calm,
}
