import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './run-command.ts'

test('docs/security.md names each check once, in order, and in the named files a title says so', async () => {
  const page = await readFile(path.join(repositoryRoot, 'docs/security.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (S[0-9]+) +\|[^|]+\| ([^|]+?) +\|$/gm)].map(([, check, files]) => ({
    check,
    files,
  }))
  const numbers = rows.map(({ check }) => Number(check!.slice(1)))
  expect(numbers.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  for (const { check, files } of rows) {
    for (const file of files!.split(', ')) {
      const text = await readFile(path.join(repositoryRoot, file), 'utf8')
      expect(text, `${file} and ${check}`).toMatch(new RegExp(`['"\`][^'"\`\\n]*\\b${check}\\b`))
    }
  }
})
