import type { CarrierLog } from './carrier/carrier-log.ts'
import type { Scene } from './faults/mischief.ts'
import type { Machines } from './machine/machines.ts'

/** Everything of a history that the checks look at. */
export type Stage = Scene & {
  log: CarrierLog
  machines: Machines
  /** When the faults stopped. */
  calmSince: number
  occurrences: number
}
