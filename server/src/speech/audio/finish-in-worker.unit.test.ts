import { expect, test } from 'vitest'
import { finishInWorker } from './finish-in-worker.ts'

const RATE = 24_000
const WORDS = 'A sentence of eight words in three seconds'
const never = new AbortController().signal
const tone = (seconds: number) => ({
  samples: Float64Array.from({ length: RATE * seconds }, (_, at) => 0.3 * Math.sin(at / 20)),
  rate: RATE,
})
const finish = (sound = tone(3), signal = never) => finishInWorker(sound, WORDS, 'phone', signal)

test('CALL-8 concurrent clips are all finished, and one that fails or is aborted affects no other', async () => {
  const gaveUp = new AbortController()
  const all = Promise.allSettled([
    finish(),
    finish({ samples: new Float64Array(RATE * 3), rate: RATE }),
    finish(),
    finish(tone(3), gaveUp.signal),
    finish(),
  ])
  gaveUp.abort(new Error('gave up'))
  const [first, silent, third, unwanted, last] = await all
  expect(silent).toMatchObject({ status: 'rejected', reason: { message: 'the engine spoke silence' } })
  expect(unwanted).toMatchObject({ status: 'rejected', reason: { message: 'gave up' } })
  for (const clip of [first, third, last]) expect(clip).toEqual(first)
  expect(first.status).toBe('fulfilled')
})

test('CALL-8 a clip aborted while being finished leaves the thread to the next', async () => {
  const gaveUp = new AbortController()
  const given = finish(tone(3), gaveUp.signal)
  const next = finish()
  setImmediate(() => gaveUp.abort(new Error('gave up')))
  await expect(given).rejects.toThrow('aborted')
  expect((await next).length).toBeGreaterThan(20_000)
})
