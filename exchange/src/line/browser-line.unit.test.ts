import { expect, test } from 'vitest'
import { browserLine } from './browser-line.ts'

const never = new AbortController().signal

test('the late report of a text that was cut short does not cut the next one short', async () => {
  const line = browserLine(Date.now)
  const notes: Record<string, unknown>[] = []
  line.attach({ sendFrame: () => {}, sendNote: (note) => notes.push(note) })
  const cut = new AbortController()
  const first = line.say('First', cut.signal, 'Polly.Ruth-Neural')
  cut.abort()
  await first
  let isSecondOver = false
  const second = line.say('Second', never, null).then(() => (isSecondOver = true))
  line.spoken(1)
  // Enough microtasks to end the second text if the late report counted.
  for (let i = 0; i < 20; i++) await Promise.resolve()
  expect(isSecondOver).toBe(false)
  line.spoken(2)
  await second
  expect(notes).toEqual([
    { type: 'say', id: 1, text: 'First', voice: 'Polly.Ruth-Neural' },
    { type: 'silence' },
    { type: 'say', id: 2, text: 'Second', voice: null },
  ])
})

test('a key ends the wait for it, and an earlier key is returned immediately', async () => {
  const line = browserLine(Date.now)
  line.keypad.listen()
  const waiting = line.nextKey(600, never)
  line.keypad.press('1')
  expect(await waiting).toBe('1')
  line.keypad.press('2')
  expect(await line.nextKey(600, never)).toBe('2')
})

test('a caption comes with the time that its sound takes', async () => {
  const line = browserLine(Date.now)
  const notes: Record<string, unknown>[] = []
  line.attach({ sendFrame: () => {}, sendNote: (note) => notes.push(note) })
  const cut = new AbortController()
  cut.abort()
  await line.play(new Uint8Array(16_000), cut.signal, 'One. Two.')
  expect(notes[0]).toEqual({ type: 'caption', text: 'One. Two.', ms: 2_000 })
})
