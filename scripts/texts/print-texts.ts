import { productTexts } from './product-texts.ts'
import { PLACES } from './screens.ts'

// npm run texts: prints all texts of the product by the place where people read them, for proofreading. `{…}` is a value.
// npm run texts -- Dashboard prints one place.
const [wanted] = process.argv.slice(2)
const texts = await productTexts()
for (const { place } of PLACES) {
  if (wanted !== undefined && place !== wanted) continue
  console.log(`\n# ${place}\n`)
  const lines = texts.filter((text) => text.place === place).map(({ text }) => text)
  for (const line of new Set(lines)) console.log(line)
}
