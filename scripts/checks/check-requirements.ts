import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'
import { reportFaults } from './report-faults.ts'

// A number in a test identifies the requirement that a failure breaks, so exactly one page must define it.
const requirements = 'docs/requirements.md'
const pages = [requirements, 'docs/security.md']
/** A bullet or a row of a table that begins with a number defines it. */
const definition = /^(?:- \*\*|\| )([A-Z]{2,}-\d+|[A-Z]\d{1,2})\b/gm
const mention = /(?<![\w-])(?:[A-Z]{2,}-\d+|[A-Z]\d{1,2})(?![\w-])/g
const lookAlikes = new Set(['GMT-14', 'H2', 'MIT-0', 'MPL-2', 'OFL-1', 'T12', 'UTC-5', 'UTF-8', 'X11'])

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8')
const numbersOf = (text: string) => [...text.matchAll(definition)].map(([, number]) => number!)

const defined = new Set<string>()
const faults: string[] = []
for (const page of pages) {
  for (const number of numbersOf(await read(page))) {
    if (defined.has(number)) faults.push(`${page}: ${number} is already defined`)
    defined.add(number)
  }
}

const mentioned = new Set<string>()
for (const file of await repositoryFiles('*.test.ts', '*.test.tsx')) {
  const numbers = new Set((await read(file)).match(mention))
  for (const number of numbers) {
    mentioned.add(number)
    if (!defined.has(number) && !lookAlikes.has(number)) faults.push(`${file}: no page defines ${number}`)
  }
}

const untested = numbersOf(await read(requirements)).filter((number) => !mentioned.has(number))
const rest = untested.length === 0 ? 'tests mention all of them' : `no test mentions ${untested.join(', ')}`
reportFaults('requirements', faults, `${defined.size} numbers are each defined once; ${rest}`)
