import { isUndialled } from '@reveille/core/calls/call-lifecycle'
import type { OpenCall } from './planned-calls.sql.ts'

/**
 * Whether the request for a call leaves in its very next moment: marked within its last second, mostly half (SCHED-8).
 * It can't be stopped any more, and whoever tries is told so.
 */
export const isBeingPlaced = ({ stage }: OpenCall): boolean => stage === 'dialling'

/** Whether the carrier has an open call, or may have it: it goes on whatever becomes of its schedule. */
export const isUnderWay = ({ stage }: OpenCall): boolean => !isUndialled(stage)
