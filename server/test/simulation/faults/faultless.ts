import { WITH_LOSSES, type Profile } from './profile.ts'
import { calm } from './weather.ts'

/** Nothing goes wrong but by what people do, and they do whatever they can: then the history is exact at every look. */
export const faultless: Partial<Profile> = {
  isFaultless: true,
  days: 2,
  maxSchedules: 3,
  clockOffsetMs: 0,
  deeds: 2.5,
  machineFaults: 0,
  weatherFaults: 0,
  climate: calm,
  deedWeights: WITH_LOSSES,
}
