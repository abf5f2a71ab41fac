import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { MAILS_ALWAYS } from '@reveille/core/notices/notice'
import { expect, test } from 'vitest'
import { repositoryFiles, repositoryRoot } from '../../../scripts/run-command.ts'

/** What the account page calls each sender's email. Null: sent once, when an account begins or ends. */
const SENDERS: Record<string, string | null> = {
  'server/src/sign-in/codes/send-code.ts': 'codes you ask for',
  'server/src/sign-in/codes/guess-warning.ts': 'guessed codes',
  'server/src/accounts/change-email.ts': 'changes to your email address or numbers',
  'server/src/phones/number-changed.ts': 'changes to your email address or numbers',
  'server/src/sign-in/welcome.ts': null,
  'server/src/accounts/delete-account.ts': null,
  'server/src/operators/invitations.ts': null, // an invitation, to somebody without an account
  'server/src/notices/send-notice.ts': null, // chosen by mailOf, from the list itself
}

test('SHELL-11 the account page names every email that is always sent', async () => {
  const senders: string[] = []
  for (const file of await repositoryFiles('server/src/**'))
    if (/(?<!\.test)\.ts$/.test(file) && /mailer\.send\(/.test(await readFile(path.join(repositoryRoot, file), 'utf8')))
      senders.push(file)
  expect(senders.toSorted()).toEqual(Object.keys(SENDERS).toSorted())
  for (const words of Object.values(SENDERS)) if (words !== null) expect(MAILS_ALWAYS).toContain(words)
})
