import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { messagesPage } from './messages-page.ts'
import { randomCall } from './random-calls.ts'

// Writes docs/messages.md. With --random 50 it prints so many first calls to people at random instead, and whose voice
// each is on stderr; --blank leaves the names out, for a reader who guesses the voice.

const { values } = parseArgs({ options: { random: { type: 'string' }, blank: { type: 'boolean', default: false } } })

if (values.random === undefined) {
  await writeFile('docs/messages.md', messagesPage())
} else {
  for (let number = 1; number <= Number(values.random); number++) {
    const { text, voice } = randomCall(Math.random, values.blank)
    console.log(`${number}. ${text}\n`)
    console.error(`${number}. ${voice}`)
  }
}
