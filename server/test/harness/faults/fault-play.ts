import { CALL_KINDS } from '@reveille/core/calls/call-lifecycle'
import { afterAll, beforeAll } from 'vitest'
import type { TestApp } from '../app/start-test-app.ts'
import { expectedStory, type Action } from './call-stories.ts'
import type { FaultRow, FaultCase } from './fault-row.ts'
import { judge } from './judge.ts'
import { BEFORE_THE_CALLS, playFaultCases, type Played } from './play-fault-cases.ts'
import { startFaultApp } from './start-fault-app.ts'

const ACTIONS: readonly Action[] = ['confirm', 'ring-out', 'silence']
const LIMIT_MS = 600_000

/**
 * scripts/test/test-faults.ts asks for all. By default a first call and one other kind meet each fault, with one action
 * each.
 */
// It belongs to the tests; it's no setting of the product.
// oxlint-disable-next-line node/no-process-env
const EVERY_CASE = process.env['FAULT_CASES'] === 'all'

/** The stories of one row, by kind of call and action. */
type Stories = Record<string, string>

/** Plays every row on one installation before the file's tests check them. */
export function playFaults(rows: readonly FaultRow[], prepare: (app: TestApp) => Promise<unknown> = async () => null) {
  let app: TestApp
  let played: Played[] = []

  beforeAll(async () => {
    app = await startFaultApp(BEFORE_THE_CALLS)
    await prepare(app)
    played = await playFaultCases(app, rows.flatMap(casesOf))
  }, LIMIT_MS)
  afterAll(() => app[Symbol.asyncDispose]())

  return {
    /** What happened and what was wrong with it, and what should have happened. */
    async stories(row: FaultRow): Promise<{ found: Stories; expected: Stories }> {
      const found: Stories = {}
      const expected: Stories = {}
      for (const one of played.filter(({ faultCase }) => faultCase.row === row)) {
        const { kind, action } = one.faultCase
        const { story, wrong } = await judge(app, one)
        found[`${kind}, ${action}`] = [story, ...wrong].join('; ')
        expected[`${kind}, ${action}`] = expectedStory(kind, action, row.effect)
      }
      return { found, expected }
    },
  }
}

function casesOf(row: FaultRow, rowIndex: number): FaultCase[] {
  const actions = row.actions ?? ACTIONS
  if (EVERY_CASE) return CALL_KINDS.flatMap((kind) => actions.map((action) => ({ row, kind, action })))
  const others = CALL_KINDS.filter((kind) => kind !== 'first')
  const kinds = ['first', others[rowIndex % others.length]!] as const
  return kinds.map((kind, index) => ({ row, kind, action: actions[(rowIndex + index) % actions.length]! }))
}
