import { expect, test } from 'vitest'
import {
  BROWSERS_KEPT_MS,
  FORMER_EMAILS_KEPT_MS,
  NOTICES_KEPT_MS,
  UNVERIFIED_KEPT_MS,
} from '../accounts/retention-times.ts'
import { days, inWords } from '../time/duration.ts'
import { privacyOf } from './privacy.ts'

test('LEGAL-1 S47 the privacy policy mentions security logs without names and scrambled counts against abuse', () => {
  const lines = privacyOf()
    .clauses.flatMap(({ list }) => list ?? [])
    .join('\n')
  expect(lines).toMatch(/^security logs: .* without your name, email, number or network address,$/m)
  expect(lines).toMatch(/^against abuse: .* as scrambled counts,$/m)
  expect(lines).toMatch(/^scrambled abuse counts for two days, .* for two years,$/m)
})

test('LEGAL-1 S44 a sentence that gives one period for two things is true of both', () => {
  const lines = privacyOf().clauses.flatMap(({ list }) => list ?? [])
  const both = (words: RegExp) => lines.find((line) => words.test(line))
  for (const kept of [NOTICES_KEPT_MS, BROWSERS_KEPT_MS])
    expect(both(/^notifications, and the list of browsers/)).toMatch(new RegExp(` for ${inWords(kept)},$`))
  for (const kept of [FORMER_EMAILS_KEPT_MS, UNVERIFIED_KEPT_MS])
    expect(both(/^an email address .* and an account/)).toMatch(new RegExp(` for ${days(kept)},$`))
})
