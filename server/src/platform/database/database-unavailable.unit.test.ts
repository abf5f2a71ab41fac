import { expect, test } from 'vitest'
import { asDatabaseError, DatabaseSilentError, DatabaseUnavailableError, isLost } from './database-unavailable.ts'

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  ['a database that is starting', failure('the database system is starting up', { code: '57P03' })],
  ['one that is stopped', failure('terminating connection', { code: '57P01' })],
  ['a full disk', failure('could not extend file', { code: '53100' })],
  ['no connection left', failure('timeout exceeded when trying to connect')],
  ['a connection that is not made in time', failure('timeout expired')],
  ['a connection that ended', failure('Connection terminated unexpectedly')],
  ['one that ended before', failure('Client has encountered a connection error and is not queryable')],
  ['no answer', failure('Query read timeout')],
  ['a socket that is gone', failure('connect ENOENT', { code: 'ENOENT', syscall: 'connect' })],
])('S49 a query that fails because of %s may be asked again', (_case, error) => {
  const { code } = error as { code?: string }
  expect(asDatabaseError(error)).toBeInstanceOf(DatabaseUnavailableError)
  expect(asDatabaseError(error)).toMatchObject({ message: error.message, code, cause: error })
})

test.each([
  ['a fault of ours', failure('duplicate key value', { code: '23505' })],
  ['another fault of ours', new TypeError('x is not a function')],
])('S49 %s stays what it is', (_case, error) => {
  expect(asDatabaseError(error)).toBe(error)
})

test('only a connection whose answer does not come is known for silent, and is told once', () => {
  const silent = asDatabaseError(failure('Query read timeout'))
  expect(silent).toBeInstanceOf(DatabaseSilentError)
  expect(asDatabaseError(silent)).toBe(silent)
  expect(asDatabaseError(failure('timeout expired'))).not.toBeInstanceOf(DatabaseSilentError)
})

test('a server that is full has not gone away', () => {
  expect(isLost(failure('Connection terminated unexpectedly'))).toBe(true)
  expect(isLost(failure('sorry, too many clients already', { code: '53300' }))).toBe(false)
})
