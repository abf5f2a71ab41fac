import { expect, test } from 'vitest'
import type { KeyEffect } from './call-keys.ts'
import {
  afterKey,
  afterSilence,
  opening,
  type CallScript,
  type ScriptPart,
  type ScriptPosition,
} from './call-script.ts'

const said = (part: ScriptPart) => ({ text: part, audioPath: `/clips/${part}.wav` })
const script: CallScript = {
  message: said('message'),
  repeatLead: said('repeatLead'),
  closing: said('closing'),
  snoozed: said('snoozed'),
  skipped: said('skipped'),
  choices: said('choices'),
  stopConfirm: said('stopConfirm'),
  stopped: said('stopped'),
}
const path = ({ round, afterZero }: ScriptPosition) => `/key?round=${round}${afterZero ? '&zero' : ''}`

const asks = (parts: ScriptPart[], answerPath: string) => [
  { do: 'ask', speak: parts.map(said), waitS: 8, digits: 1, answerPath },
]
const saysAndEnds = (part: ScriptPart) => [{ do: 'speak', ...said(part) }, { do: 'hang-up' }]

test('CALL-6 a call begins with its message and waits for one key', () => {
  expect(opening(script, path)).toEqual(asks(['message'], '/key?round=1'))
})

test('CALL-7 silence repeats the message once, then the call ends', () => {
  const again = afterSilence(script, { round: 1, afterZero: false }, path)
  expect(again).toEqual(asks(['repeatLead', 'message'], '/key?round=2'))
  expect(afterSilence(script, { round: 2, afterZero: false }, path)).toEqual([{ do: 'hang-up' }])
  expect(afterSilence(script, { round: 2, afterZero: true }, path)).toEqual([{ do: 'hang-up' }])
})

test('CALL-7 silence forgets a 0: only a 0 right after it stops all calls', () => {
  expect(afterSilence(script, { round: 1, afterZero: true }, path)).toEqual(
    asks(['repeatLead', 'message'], '/key?round=2'),
  )
})

test.each<[KeyEffect, ScriptPart]>([
  ['confirm', 'closing'],
  ['snooze', 'snoozed'],
  ['skip-next', 'skipped'],
  ['stop-all', 'stopped'],
])('CALL-7 %s is answered in words and the call ends', (effect, part) => {
  expect(afterKey(script, effect, path)).toEqual(saysAndEnds(part))
})

test('CALL-7 a 0 asks for another, and a key that is not offered for one that is', () => {
  expect(afterKey(script, 'warn-stop', path)).toEqual(asks(['stopConfirm'], '/key?round=2&zero'))
  expect(afterKey(script, 'repeat-choices', path)).toEqual(asks(['choices'], '/key?round=2'))
})
