import { faultlessConditions } from './conditions.ts'
import { WITH_LOSSES, type Profile } from './profile.ts'

/**
 * Nothing goes wrong except by people's actions, of which they do all: the history must then be exact at every look.
 */
export const faultlessProfile: Partial<Profile> = {
  isFaultless: true,
  days: 2,
  maxSchedules: 3,
  clockOffsetMs: 0,
  actions: 2.5,
  machineFaults: 0,
  conditionsFaults: 0,
  baseConditions: faultlessConditions,
  actionWeights: WITH_LOSSES,
}
