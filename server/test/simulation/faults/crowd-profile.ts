import type { Profile } from './profile.ts'

/**
 * Twenty people due within the same minutes, at a carrier that takes one call a second: follow-ups wait behind first
 * calls, and the database is slow more often than elsewhere.
 */
export const crowdProfile: Partial<Profile> = {
  days: 2,
  people: 20,
  maxSchedules: 1,
  callsPerSecond: 1,
  machine: { kill: 8, freeze: 8, deploy: 3, outage: 2, 'database-breaks': 4, 'database-slow': 8, 'clock-step': 0 },
}
