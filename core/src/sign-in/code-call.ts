import type { AddressedPrompt, ScriptStep } from '../calls/call-script.ts'

/** The place in a call that says a code; it travels in the address that the next key goes to. */
export type CodeCallPosition =
  /** How often we ask for a key. The code is spoken only after one, so voicemail never hears it. */
  | { at: 'greeting'; asked: number }
  /** How often the code was said. */
  | { at: 'code'; said: number }
  /** After a 0: a second one ends such calls to this number, or all where no account has it. */
  | { at: 'stopping' }

export type CodeCallTurn = {
  steps: ScriptStep<AddressedPrompt>[]
  /** `said`: the holder of the phone hears the code now. `stopped`: they opt out of such calls. */
  effect: 'none' | 'said' | 'stopped'
}

const MOST_ASKED = 3
const MOST_SAID = 4
const WAIT_S = 6

const GREETING = 'This is Reveille, with the code you asked for. Press 1 to hear it.'
const NOT_ASKED = "Didn't ask for one? Hang up, or press 0 to get no more of these calls."
const AGAIN = 'Once more.'
const REPEAT = 'Press any key to hear it again.'
const EXPIRED = 'This code has expired. Please ask for a new one. Goodbye.'
const STOPPING =
  "Press 0 again, and we'll never call this number, not even to wake you up. Press any other key to go back to your code."
const STOPPED = "Done. We won't call this number again. Goodbye."
const STOPPING_CODES =
  "Press 0 again, and we won't call this number with codes anymore. Your wake-up calls stay on. Press any other key to go back to your code."
const STOPPED_CODES = "Done. We won't call this number with codes again. Your wake-up calls stay on. Goodbye."
const GOODBYE = 'Goodbye.'

const prompt = (text: string): AddressedPrompt => ({ text, audioPath: null })
const sayAndEnd = (text: string): ScriptStep<AddressedPrompt>[] => [{ do: 'speak', ...prompt(text) }, { do: 'hang-up' }]

type Turn = {
  position: CodeCallPosition
  /** The pressed keys; null when none was. */
  digits: string | null
  /** Null once it has expired, was used or replaced. */
  code: string | null
  /** An account has this number: 0 twice ends calls with codes alone. */
  keepsWakeUpCalls: boolean
  /** Where the next key goes. */
  path: (position: CodeCallPosition) => string
}

/** What a call with a code says next. Each digit is a sentence of its own: voices pause between sentences. */
export function codeCallTurn({ position, digits, code, keepsWakeUpCalls, path }: Turn): CodeCallTurn {
  if (digits === '0') {
    if (position.at === 'stopping')
      return { steps: sayAndEnd(keepsWakeUpCalls ? STOPPED_CODES : STOPPED), effect: 'stopped' }
    return { steps: [ask([keepsWakeUpCalls ? STOPPING_CODES : STOPPING], path({ at: 'stopping' }))], effect: 'none' }
  }
  if (code === null) return { steps: sayAndEnd(EXPIRED), effect: 'none' }
  if (digits === null) return { steps: afterSilence(position, path), effect: 'none' }
  const said = position.at === 'code' ? position.said : 0
  if (said >= MOST_SAID) return { steps: sayAndEnd(GOODBYE), effect: 'none' }
  const twice = ['Your code is', ...code, AGAIN, ...code, REPEAT]
  return { steps: [ask(twice, path({ at: 'code', said: said + 1 }))], effect: 'said' }
}

function afterSilence(position: CodeCallPosition, path: Turn['path']): ScriptStep<AddressedPrompt>[] {
  if (position.at !== 'greeting' || position.asked >= MOST_ASKED) return sayAndEnd(GOODBYE)
  return [ask([GREETING, NOT_ASKED], path({ at: 'greeting', asked: position.asked + 1 }))]
}

function ask(texts: string[], answerPath: string): ScriptStep<AddressedPrompt> {
  return { do: 'ask', speak: texts.map(prompt), waitS: WAIT_S, digits: 1, answerPath }
}
