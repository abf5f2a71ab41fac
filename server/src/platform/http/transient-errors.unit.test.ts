import { expect, test } from 'vitest'
import { isPassing } from './transient-errors.ts'

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  ['a database that is starting', failure('the database system is starting up', { code: '57P03' }), true],
  ['one that is stopped', failure('terminating connection', { code: '57P01' }), true],
  ['a full disk', failure('could not extend file', { code: '53100' }), true],
  ['no connection left', failure('timeout exceeded when trying to connect'), true],
  ['no answer', failure('the database no longer answers'), true],
  ['a socket that is gone', failure('connect ENOENT', { code: 'ENOENT', syscall: 'connect' }), true],
  ['a file that is missing', failure('no such file', { code: 'ENOENT', syscall: 'open' }), false],
  ['a fault of ours', failure('duplicate key value', { code: '23505' }), false],
  ['another fault of ours', new TypeError('x is not a function'), false],
])('S49 a request that fails because of %s may be sent again', (_case, error, expected) => {
  expect(isPassing(error)).toBe(expected)
})
