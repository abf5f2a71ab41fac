import { expect, test } from 'vitest'
import { AccountDeletion } from './accounts.ts'

const isTaken = (word: unknown) => AccountDeletion.safeParse({ word, otp: '123456' }).success

test('ACCT-3 only the typed word DELETE deletes an account', () => {
  expect(['DELETE', ' DELETE '].map(isTaken)).toEqual([true, true])
  expect(['', ' ', 'delete', 'DELETED', 'DELETE ME', null, undefined].filter(isTaken)).toEqual([])
})
