import type { Profile } from './profile.ts'

/** Two carriers, each with faults of its own: down, slow, in doubt, answered but silent, recovering. */
export const twoCarriersProfile: Partial<Profile> = {
  carriers: 2,
  conditionsFaults: 0.8,
  conditions: {
    placing: 5,
    'carrier-down': 6,
    callbacks: 3,
    'look-ups': 2,
    'list-lag': 2,
    mail: 1,
    slow: 2,
    silent: 3,
  },
}
