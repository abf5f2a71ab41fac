import { afterEach, expect, test, vi } from 'vitest'
import { browserZone } from './browser-zone.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  [undefined, 'America/New_York'],
  ['', 'America/New_York'],
  ['EST', 'EST'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['Etc/Unknown', ''],
  ['+05:30', ''],
  ['-03', ''],
  ['SystemV/EST5EDT', ''],
  ['x'.repeat(65), ''],
])('SCHED-1 a form in a browser that reports the zone %s starts with %s', (timeZone, zone) => {
  vi.stubGlobal('Intl', { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone }) }) })
  expect(browserZone()).toBe(zone)
})
