import { expect, test } from 'vitest'
import { isBackupDue } from './backup/nightly.ts'

test('OPS-9 a backup is due after 3 at night, once, and at a start that comes after a missed night', () => {
  const at = (day: number, hour: number, minute = 0) => new Date(2027, 0, day, hour, minute).getTime()
  expect(isBackupDue(null, at(15, 12))).toBe(true)
  expect(isBackupDue(at(15, 2, 59), at(15, 3, 1))).toBe(true)
  expect(isBackupDue(at(15, 3, 0), at(15, 3, 1))).toBe(false)
  expect(isBackupDue(at(15, 3, 1), at(16, 2, 59))).toBe(false)
  expect(isBackupDue(at(14, 23, 59), at(15, 0, 1))).toBe(false)
  expect(isBackupDue(at(13, 3, 1), at(15, 0, 1))).toBe(true)
})
