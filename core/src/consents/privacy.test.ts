import { expect, test } from 'vitest'
import { PRIVACY } from './privacy.ts'

test('LEGAL-1 S47 the statement tells of logs that name nobody, and of scrambled counts against abuse', () => {
  const lines = PRIVACY.clauses.flatMap(({ list }) => list ?? []).join('\n')
  expect(lines).toMatch(/^security logs: .* without your name, addresses, number or network,$/m)
  expect(lines).toMatch(/^against abuse: .* as scrambled counts,$/m)
  expect(lines).toMatch(/^scrambled counts against abuse for two days, .* for two years,$/m)
})
