import type { Profile } from './profile.ts'

/**
 * Nights in which an upgrade is under way: two processes, each of either version, which are replaced again and again,
 * in order or because they died.
 */
export const upgradeProfile: Partial<Profile> = {
  setup: 'two',
  machineFaults: 1,
  machine: { kill: 10, freeze: 6, deploy: 12, outage: 2, 'database-breaks': 3, 'database-slow': 2, 'clock-step': 0 },
}
