import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { codeIn } from '../../../test/harness/app/visitor.ts'
import type { CodeOwner } from './codes.sql.ts'
import type { LimitsPassed } from './email-code-limits.ts'
import { requestCode } from './request-code.ts'
import { withCode } from './with-code.ts'

const owner: CodeOwner = { address: 'r@example.com', purpose: 'login', browserHash: 'a browser' }

test('CODE-3 S9 a code is sent when the limits allow it; otherwise nothing is sent and the older code stays valid', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  const asked: LimitsPassed['outcome'][] = []
  const request = (limits: LimitsPassed) =>
    requestCode(app.services, owner, () => {
      asked.push(limits.outcome)
      return Promise.resolve(limits)
    })
  expect(await request({ outcome: 'passed' })).toEqual({ outcome: 'sent' })
  const otp = codeIn((await app.mailbox.expectMail(owner.address)).subject)

  await app.clock.advance({ seconds: 29 })
  expect(await request({ outcome: 'captcha-required', cost: 1 })).toEqual({ outcome: 'sent' }) // too soon: answered like the first
  expect(asked).toEqual(['passed'])

  await app.clock.advance({ seconds: 2 })
  const refused = { outcome: 'too-many-requests', retryAfterS: 60 } as const
  expect(await request(refused)).toEqual(refused)
  await app.clock.advance({ seconds: 31 })
  expect(await app.mailbox.mails(owner.address)).toHaveLength(1)
  const opened = await withCode(app.services, owner, otp, () => Promise.resolve('opened'))
  expect(opened).toEqual({ outcome: 'right', value: 'opened' })
})
