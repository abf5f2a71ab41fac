import { parseArgs } from 'node:util'
import { messagesPage } from './messages-page.ts'
import { randomCall } from './random-calls.ts'

// Prints whole messages of every voice as a page of Markdown. With --random 50 it prints 50 first calls to people at random
// instead, and whose voice each is on stderr; --blank leaves the names out, for a reader who guesses the voice.

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
