import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp } from '../start-test-app.ts'
import { CALL_KINDS, expectedStory, type Deed } from './call-stories.ts'
import type { FaultRow } from './fault-row.ts'
import { judge } from './judge.ts'
import { BEFORE_THE_MORNINGS, playMornings, type Played } from './play-mornings.ts'
import { quickVoice } from './quick-voice.ts'

const DEEDS: readonly Deed[] = ['confirm', 'ring-out', 'silence']
const LIMIT_MS = 600_000

/** The stories of one row, by kind of call and deed. */
type Stories = Record<string, string>

/** Every row × every kind of call × every deed on one installation, played before the tests of the file look at it. */
export function playFaults(rows: readonly FaultRow[]) {
  let app: TestApp
  let played: Played[] = []

  beforeAll(async () => {
    app = await startTestApp({ now: BEFORE_THE_MORNINGS })
    app.services.speech = [quickVoice]
    const mornings = rows.flatMap((row) =>
      CALL_KINDS.flatMap((kind) => (row.deeds ?? DEEDS).map((deed) => ({ row, kind, deed }))),
    )
    played = await playMornings(app, mornings)
  }, LIMIT_MS)
  afterAll(() => app[Symbol.asyncDispose]())

  return {
    /** What happened, and what was wrong with it; and what should have happened. */
    async stories(row: FaultRow): Promise<{ found: Stories; expected: Stories }> {
      const found: Stories = {}
      const expected: Stories = {}
      for (const one of played.filter(({ morning }) => morning.row === row)) {
        const { kind, deed } = one.morning
        const { story, wrong } = await judge(app, one)
        found[`${kind}, ${deed}`] = [story, ...wrong].join('; ')
        expected[`${kind}, ${deed}`] = expectedStory(kind, deed, row.effect)
      }
      return { found, expected }
    },
  }
}
