import type { CallPosition } from '../../calls/call-keys.ts'
import {
  afterSilence,
  EARCON,
  opening,
  SCRIPT_PARTS,
  type CallScript,
  type Prompt,
  type ScriptStep,
} from '../../calls/call-script.ts'
import type { VoiceId } from '../../speech/voices.ts'
import type { composeParts } from '../compose-call.ts'
import { textOf } from '../sentence.ts'
import { MESSAGE_PARTS, secondsToSay } from '../spoken-length.ts'
import { STYLE_SHEETS } from '../voices/style-sheets.ts'

const [EARCON_S, PAUSE_S] = [1.2, 0.2]

/** How long a call lasts in which nobody presses a key, step by step as it is played, from our first answer. */
export function silentCallS(call: ReturnType<typeof composeParts>, voiceId: VoiceId): number {
  const { message, taskPrompts: _none, spokeOf: _spokeOf, ...others } = call
  const parts = { ...others, message: MESSAGE_PARTS.flatMap((part) => message[part]) }
  const prompts = SCRIPT_PARTS.map((part) => [part, { text: textOf(parts[part]), audioPath: null }])
  const script = { ...Object.fromEntries(prompts), taskPrompts: [] } as CallScript
  const speaking = { script, tasks: [], taskRound: 1, answerPath: (at: CallPosition) => JSON.stringify(at), now: 0 }
  const { pace } = STYLE_SHEETS[voiceId]
  const secondsOf = (prompt: Prompt) => {
    if (prompt === EARCON) return EARCON_S
    const texts = prompt === script.message ? MESSAGE_PARTS.map((part) => textOf(message[part])) : [prompt.text]
    return secondsToSay(texts, pace)
  }
  const say = (all: readonly Prompt[]) => {
    const heard = all.filter((prompt) => prompt === EARCON || prompt.text !== '')
    return heard.reduce((sum, prompt) => sum + PAUSE_S + secondsOf(prompt), 0)
  }
  const last = (steps: ScriptStep[]) => steps.reduce((sum, step) => sum + (step.do === 'speak' ? say([step]) : 0), 0)
  let seconds = 0
  for (let steps = opening(speaking); ;) {
    const asked = steps.find((step) => step.do === 'ask')
    if (asked === undefined) return seconds + last(steps)
    seconds += say(asked.speak) + asked.waitS
    steps = afterSilence(speaking, JSON.parse(asked.answerPath) as CallPosition)
  }
}
