import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { messagesPage } from './messages/messages-page.ts'

test('WAKE-34 docs/messages.md shows what the phone says now (npm run messages)', async () => {
  expect(messagesPage()).toBe(await readFile('docs/messages.md', 'utf8'))
  expect(messagesPage().match(/^- \*\*/gm)).toHaveLength(72)
})
