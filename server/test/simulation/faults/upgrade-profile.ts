import type { Profile } from './profile.ts'

/**
 * Nights during an upgrade: two processes of either version, which are replaced repeatedly, in order or after a death.
 * The older one may not know rotations.
 */
export const upgradeProfile: Partial<Profile> = {
  setup: 'two',
  rotating: 0,
  machineFaults: 1,
  machine: { kill: 10, freeze: 6, deploy: 12, outage: 2, 'database-breaks': 3, 'database-slow': 2, 'clock-step': 0 },
}
