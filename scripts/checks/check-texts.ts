import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'
import { faultsOfLine, faultsOfText } from '../texts/house-rules.ts'
import { productTexts } from '../texts/product-texts.ts'
import { reportFaults } from './report-faults.ts'

// Checks the product's texts against the rules that a program can recognize, and the spelling of the documentation.
// People check the rest: `npm run texts`.
const texts = await productTexts()
const inTexts = texts.flatMap(({ file, line, text }) => faultsOfText(text).map((fault) => `${file}:${line}: ${fault}`))

/** It quotes a standard. */
const QUOTED = 'docs/asvs.md'
const pages = (await repositoryFiles('*.md')).filter((page) => page !== QUOTED)
const inPages = pages.map(async (page) => {
  const lines = (await readFile(path.join(repositoryRoot, page), 'utf8')).split('\n')
  return lines.flatMap((line, index) => faultsOfLine(line).map((fault) => `${page}:${index + 1}: ${fault}`))
})

reportFaults(
  'texts',
  [...inTexts, ...(await Promise.all(inPages)).flat()],
  `${texts.length} texts and ${pages.length} pages follow the rules`,
)
