import pino from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './logger.ts'

const HERE = expect.stringContaining('logger.unit.test.ts')

test.each(['error', 'err'])('what a database error quotes of a row does not reach the log (%s)', (key) => {
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
