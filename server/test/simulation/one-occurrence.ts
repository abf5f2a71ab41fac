import { faultlessConditions } from './faults/conditions.ts'
import type { Profile } from './faults/profile.ts'

/** One person, one schedule, a faultless day: for histories in which exactly one thing goes wrong. */
export const oneOccurrence: Partial<Profile> = {
  days: 1,
  people: 1,
  maxSchedules: 1,
  callsPerSecond: 20,
  clockOffsetMs: 0,
  speech: false,
  actions: 0,
  machineFaults: 0,
  conditionsFaults: 0,
  baseConditions: faultlessConditions,
}
