import pino from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './logger.ts'

const NO_WORDS = ''

test.each<[string, unknown, unknown]>([
  ['an error', new Error('lost'), { name: 'Error', message: 'lost' }],
  [
    'what the job queue calls an error',
    { message: 'timeout', stack: 'Error: timeout\n  at x', queue: 'q' },
    { message: 'timeout', stack: expect.any(String) },
  ],
  [
    'several errors at once',
    new AggregateError(
      [Object.assign(new Error('refused ::1'), { code: 'ECONNREFUSED' }), new Error('refused 127.0.0.1')],
      NO_WORDS,
    ),
    { message: 'refused ::1; refused 127.0.0.1', errors: [{ code: 'ECONNREFUSED' }, {}] },
  ],
  [
    'a cause that is not an error',
    new Error('not saved', { cause: { message: 'full', code: '53100' } }),
    { message: 'not saved', cause: { message: 'full', code: '53100' } },
  ],
  [
    'an empty message with a code',
    Object.assign(new Error('x'), { message: '', code: 'ECONNRESET' }),
    { message: 'ECONNRESET' },
  ],
  ['an event about an error', { type: 'error', error: new Error('gone') }, { message: 'gone' }],
  ['a message that is an object', { message: { message: 'inner' } }, { message: 'inner' }],
  ['a string', 'just words', 'just words'],
  ['null', null, 'null'],
  [
    'an object without a message',
    { detail: 'Key (email)=(robin@example.com)' },
    { message: 'Object without a message, with detail' },
  ],
  [
    'an object without a prototype',
    Object.assign(Object.create(null) as object, { reason: 1 }),
    { message: 'Object without a message, with reason' },
  ],
  ['an abort', AbortSignal.abort().reason, { name: 'AbortError', message: 'This operation was aborted' }],
  ['an error that is its own cause', causingItself(), { message: 'round', cause: { message: 'round' } }],
  [
    'an error whose fields throw',
    {
      get message(): string {
        throw new Error('no')
      },
    },
    { message: 'Object without a message, with message' },
  ],
])('%s is logged by its message', (_what, thrown, described) => {
  for (const key of ['error', 'err']) {
    const lines: string[] = []
    pino(logOptions('info'), { write: (line: string) => void lines.push(line) }).warn({ [key]: thrown }, 'job queue')
    const said = (JSON.parse(lines[0]!) as Record<string, unknown>)[key]
    if (typeof described === 'string') expect(said).toBe(described)
    else expect(said).toMatchObject(described as object)
    expect(lines[0]).not.toMatch(/object Object|robin/)
  }
})

function causingItself(): Error {
  const error = new Error('round')
  error.cause = error
  return error
}

const HERE = expect.stringContaining('logger.unit.test.ts')

test.each(['error', 'err'])('row values quoted in a database error stay out of the log (%s)', (key) => {
  const lines: string[] = []
  const log = pino(logOptions('info'), { write: (line: string) => void lines.push(line) })
  const quoting = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (email)=(robin@example.com) already exists.',
    client: { user: 'reveille' },
  })
  log.warn({ [key]: new Error('not saved', { cause: quoting }) }, 'a run failed')
  expect(lines.join()).not.toContain('robin')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    [key]: { message: 'not saved', stack: HERE, cause: { message: 'duplicate key value', code: '23505', stack: HERE } },
  })
})
