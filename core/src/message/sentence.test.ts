import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clipsOfSentence, LONGEST_CLIP } from './sentence.ts'

const piecesOf = (text: string) => clipsOfSentence({ text, isPersonal: true }).map((piece) => piece.text)

test('CALL-8 a sentence of usual length is one clip, and a long one is split where its writer paused', () => {
  expect(piecesOf('Up you get.')).toEqual(['Up you get.'])
  const [first, second] = [`${'word '.repeat(30)}end.`, 'and then, '.repeat(12).trim()]
  expect(piecesOf(`${first} ${second}`)).toEqual([first, second])
  expect(piecesOf('and then, '.repeat(40))[0]).toMatch(/then,$/)
})

test('CALL-8 no clip exceeds what a speech server handles well, and no word is lost or repeated', () => {
  const word = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'abc.,!?;') })
  let long = 0
  fc.assert(
    fc.property(fc.array(word, { maxLength: 120, size: 'max' }), (words) => {
      const text = words.join(' ')
      const pieces = piecesOf(text)
      if (pieces.length > 2) long++
      expect(pieces.join(' ')).toBe(text)
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(LONGEST_CLIP)
    }),
  )
  expect(long).toBeGreaterThan(20) // or the property checked nothing
  expect(piecesOf('a'.repeat(600)).map((piece) => piece.length)).toEqual([250, 250, 100])
})
