import type { Stage } from '../stage.ts'
import type { Facts } from './facts.ts'

/** Reports a violation; the words begin with the number of the invariant. */
export type Report = (words: string) => void

export type Check = (stage: Stage, facts: Facts, report: Report) => void

export const iso = (at: number) => new Date(at).toISOString()
