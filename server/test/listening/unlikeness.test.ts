import { expect, test } from 'vitest'
import { composeCall } from '@reveille/core/message/compose-call'
import type { VoiceId } from '@reveille/core/speech/voices'
import { fliteSpeech } from '../../src/speech/engines/flite.ts'
import { readMuLawWav } from '../../src/speech/audio/wav.ts'
import { overABadLine } from './bad-line.ts'
import { unlikeness } from './unlikeness.ts'

const engine = fliteSpeech({ atOnce: 2 })

async function spoken(voiceId: VoiceId, text: string): Promise<Buffer> {
  const result = await engine.synthesize({ voiceId, text, form: 'phone', signal: AbortSignal.timeout(180_000) })
  if (result.outcome !== 'spoken') throw new Error(result.outcome)
  return readMuLawWav(result.audio).data
}

const message = (voiceId: VoiceId, seed: string) =>
  composeCall({
    name: 'Ada',
    voiceId,
    goals: ['study'],
    otherGoal: null,
    goalDescription: null,
    struggles: ['tired'],
    otherStruggle: null,
    kind: 'first',
    localDate: '2027-01-14',
    localTime: '06:30',
    weekday: 'thu',
    nextCallWeekday: 'fri',
    snoozesLeft: 3,
    streak: 0,
    recorded: false,
    seed,
  }).message

test.each(['liam', 'jocko'] as const)(
  'CALL-6 %s over a bad line is heard to say its own text, not another, a cut or an altered one',
  async (voiceId) => {
    const text = message(voiceId, '1')
    const altered = [
      message(voiceId, '2'),
      text.replace(/ Press 1 .*/, ''),
      text.replace('six thirty', 'seven fifteen'),
    ]
    const [right, ...wrong] = await Promise.all([text, ...altered].map((words) => spoken(voiceId, words)))
    const heard = overABadLine(right!)
    const distances = wrong.map((reference) => unlikeness(heard, reference))
    expect(Math.min(...distances) / unlikeness(heard, right!)).toBeGreaterThan(1.01)
  },
)
