import type { Services } from '../platform/services.ts'
import { takeFreeSlot } from './free-slot.sql.ts'

/** Whether a call that may wait can leave now without delaying a planned one. */
export const mayCallNow = ({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<boolean> =>
  takeFreeSlot(db, { now: clock.now(), intervalMs: 1_000 / config.callsPerSecond })
