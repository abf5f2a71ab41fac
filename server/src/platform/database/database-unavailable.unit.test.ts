import { expect, test } from 'vitest'
import { asDatabaseError, DatabaseSilentError, DatabaseUnavailableError, isLost } from './database-unavailable.ts'

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  ['a database that is starting', failure('the database system is starting up', { code: '57P03' })],
  ['a stopped database', failure('terminating connection', { code: '57P01' })],
  ['a full disk', failure('could not extend file', { code: '53100' })],
  ['no free connection', failure('timeout exceeded when trying to connect')],
  ['a connection timeout', failure('timeout expired')],
  ['a lost connection', failure('Connection terminated unexpectedly')],
  ['an already lost connection', failure('Client has encountered a connection error and is not queryable')],
  ['a query timeout', failure('Query read timeout')],
  ['a missing socket', failure('connect ENOENT', { code: 'ENOENT', syscall: 'connect' })],
])('S49 a query that fails because of %s may be retried', (_case, error) => {
  const { code } = error as { code?: string }
  expect(asDatabaseError(error)).toBeInstanceOf(DatabaseUnavailableError)
  expect(asDatabaseError(error)).toMatchObject({ message: error.message, code, cause: error })
})

test.each([
  ['our own mistake', failure('duplicate key value', { code: '23505' })],
  ['a bug in our code', new TypeError('x is not a function')],
])('S49 %s is not turned into an outage', (_case, error) => {
  expect(asDatabaseError(error)).toBe(error)
})

test('only a connection that times out on a query counts as silent, and it is reported once', () => {
  const silent = asDatabaseError(failure('Query read timeout'))
  expect(silent).toBeInstanceOf(DatabaseSilentError)
  expect(asDatabaseError(silent)).toBe(silent)
  expect(asDatabaseError(failure('timeout expired'))).not.toBeInstanceOf(DatabaseSilentError)
})

test('a server that is full still counts as reachable', () => {
  expect(isLost(failure('Connection terminated unexpectedly'))).toBe(true)
  expect(isLost(failure('sorry, too many clients already', { code: '53300' }))).toBe(false)
})
