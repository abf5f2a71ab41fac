import type { CarrierLog } from './carrier/carrier-log.ts'
import type { Scene } from './faults/fault-plan.ts'
import type { Machines } from './machine/machines.ts'

/** Everything in a history that the checks read. */
export type Stage = Scene & {
  log: CarrierLog
  machines: Machines
  occurrences: number
}
