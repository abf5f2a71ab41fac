import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('an empty environment gives the documented defaults', () => {
  expect(readSettings({ SANDBOX_DATA_DIR: '' })).toEqual({
    outcome: 'read',
    options: { port: 3001, smtpPort: 3002, callsPerSecond: 20, inboundUrl: null, voiceUrl: null, dataDir: null },
  })
})

test.each([
  [{ NODE_ENV: 'production' }, /never starts in production/],
  [{ SANDBOX_PORT: 'phone' }, /^SANDBOX_PORT: /],
  [{ SANDBOX_PHONE_NUMBER: '0491570156' }, /^SANDBOX_PHONE_NUMBER: must look like/],
  [{ SANDBOX_CALLS_PER_SECOND: '0' }, /^SANDBOX_CALLS_PER_SECOND: /],
])('%j is refused with a message', (environment, words) => {
  expect(readSettings(environment)).toEqual({ outcome: 'refused', message: expect.stringMatching(words) })
})
