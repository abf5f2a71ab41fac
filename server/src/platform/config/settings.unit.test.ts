import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Settings } from './settings.ts'

test('OPS-5 docs/operations.md explains every setting', () => {
  const document = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const explained = new Set(
    [...document.matchAll(/^\| ([A-Z0-9_, ]+) \|/gm)].flatMap(([, names]) => names!.split(', ')),
  )
  expect(Object.keys(Settings.shape).filter((name) => !explained.has(name))).toEqual(['NODE_ENV'])
})
