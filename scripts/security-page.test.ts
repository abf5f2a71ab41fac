import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './run-command.ts'

test('docs/security.md names each of the 69 checks once, and in the named files a title says so', async () => {
  const page = await readFile(path.join(repositoryRoot, 'docs/security.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (S[0-9]+) +\|[^|]+\| ([^|]+?) +\|$/gm)].map(([, check, files]) => ({
    check,
    files,
  }))
  expect(rows.map(({ check }) => check)).toEqual(Array.from({ length: 69 }, (_, n) => `S${n + 1}`))
  for (const { check, files } of rows) {
    for (const file of files!.split(', ')) {
      const text = await readFile(path.join(repositoryRoot, file), 'utf8')
      expect(text, `${file} and ${check}`).toMatch(new RegExp(`['"\`][^'"\`\\n]*\\b${check}\\b`))
    }
  }
})
