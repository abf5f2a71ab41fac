import { isUndialled } from '@reveille/core/calls/call-lifecycle'
import type { OpenCall } from './planned-calls.sql.ts'

/**
 * Whether the request for a call is about to leave: marked within its last second, mostly half (SCHED-8). It can no
 * longer be stopped, and whoever tries is told so.
 */
export const isBeingPlaced = ({ stage }: OpenCall): boolean => stage === 'dialling'

/** Whether the carrier has, or may have, an open call: it goes on whatever happens to its schedule. */
export const isUnderWay = ({ stage }: OpenCall): boolean => !isUndialled(stage)
