import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { costsOfOneAccount, costsOfStrangers, lineOf, type Cost } from './default-costs.ts'

const page = path.join(import.meta.dirname, '../../../docs/security.md')

/** The cells of the table below this heading. */
async function tableUnder(headline: string): Promise<string[][]> {
  const [, section = ''] = (await readFile(page, 'utf8')).split(`${headline}\n`)
  const lines = section.split('\n')
  const start = lines.findIndex((line) => line.startsWith('|'))
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test.each<[string, () => Cost[]]>([
  ['### All strangers together', costsOfStrangers],
  ['### One account', costsOfOneAccount],
])("S69 the security page's table “%s” matches what the default budgets allow", async (headline, costs) => {
  expect(await tableUnder(headline)).toEqual(costs().map(lineOf))
})
