import { parseArgs } from '../parse-args.ts'
import { messagesPage } from './messages-page.ts'
import { randomCall } from './random-calls.ts'

// Prints complete messages of every voice as Markdown. --random 50 prints 50 first calls to random people instead, and
// their voices on stderr. --blank leaves out the voices' names, for a reader who guesses the voice.

const { values } = parseArgs({ options: { random: { type: 'string' }, blank: { type: 'boolean', default: false } } })

if (values.random === undefined) {
  console.log(messagesPage())
} else {
  for (let number = 1; number <= Number(values.random); number++) {
    const { text, voice } = randomCall(Math.random, values.blank)
    console.log(`${number}. ${text}\n`)
    console.error(`${number}. ${voice}`)
  }
}
