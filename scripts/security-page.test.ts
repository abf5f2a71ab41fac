import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './run-command.ts'

test('docs/security.md lists each check once, in order, with files in which a title mentions it', async () => {
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

test('docs/asvs.md lists each requirement once, and docs/security.md explains its exceptions', async () => {
  const [asvs, security] = await Promise.all(
    ['asvs.md', 'security.md'].map((name) => readFile(path.join(repositoryRoot, 'docs', name), 'utf8')),
  )
  const lines = [...asvs!.matchAll(/^\| (\d+\.\d+\.\d+) +\| [12] +\|[^|]+\| (\S+) +\|(.*)\|$/gm)]
  const numbers = lines.map(([, number]) => number)
  expect(new Set(numbers).size).toBe(253) // of levels 1 and 2 in 5.0.0
  expect(numbers).toHaveLength(253)
  const states = new Set(lines.map(([, , state]) => state))
  const explained = [...security!.matchAll(/^- \*\*(E\d+)/gm)].map(([, number]) => number!)
  expect([...states].toSorted()).toEqual([...explained, 'met', 'n/a'].toSorted().filter((state) => state !== 'E2'))
  for (const [, , state, where] of lines)
    for (const [check] of where!.matchAll(/\bS\d+\b/g))
      expect([state, security]).toEqual([state, expect.stringContaining(`| ${check} `)])
})
