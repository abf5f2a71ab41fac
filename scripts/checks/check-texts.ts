import { faultsOfText } from '../texts/house-rules.ts'
import { productTexts } from '../texts/product-texts.ts'
import { reportFaults } from './report-faults.ts'

// Holds of the house rules for texts what a program can hold; the rest is read: `npm run texts`.
const texts = await productTexts()
const faults = texts.flatMap(({ file, line, text }) => faultsOfText(text).map((fault) => `${file}:${line}: ${fault}`))
reportFaults('texts', faults, `${texts.length} texts keep to the house rules`)
