import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFiles, repositoryRoot } from './run-command.ts'

const PRODUCT_NUMBERS =
  /\b(?:5|9|10|15|five|nine|ten|fifteen)[ -](?:more )?minutes?\b|\b(?:6|six)[ -]digits?\b|\b(?:7|30|60) days\b|\b(?:3|three) (?:schedules|snoozes)\b|\b(?:4|four) more (?:times|tries)\b|\b(?:9|nine) calls\b/gi
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g

/** Personal statements and a vendor's limit. */
const NOT_THE_PRODUCTS = [
  'server/src/platform/storage/s3-driver.ts: 15 minutes',
  'web/src/features/preferences/options-texts.ts: Five more minutes',
  'web/src/features/preferences/options-texts.ts: ten minutes',
]

test('texts outside core take the product’s numbers from core', async () => {
  const sources = (await repositoryFiles('*.ts', '*.tsx')).filter(
    (file) => /^(?:contract|server|web)\/src\//.test(file) && !file.includes('.test.'),
  )
  const found = await Promise.all(
    sources.map(async (file) => {
      const code = (await readFile(path.join(repositoryRoot, file), 'utf8')).replaceAll(COMMENTS, '')
      return (code.match(PRODUCT_NUMBERS) ?? []).map((words) => `${file}: ${words}`)
    }),
  )
  expect(found.flat().toSorted()).toEqual(NOT_THE_PRODUCTS)
})
