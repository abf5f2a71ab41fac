import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'
import { placeOf } from './screens.ts'
import { textsInSource } from './texts-in-source.ts'

/** A text of the product: where people read it, and where it is written. */
export type ProductText = { place: string; file: string; line: number; text: string }

/** Every text that people read, from the sources; what calls say has a script of its own (`npm run messages`). */
export async function productTexts(): Promise<ProductText[]> {
  const files = await repositoryFiles('web/src/**', 'core/src/**', 'contract/src/**', 'server/src/**')
  const shown = files.flatMap((file) => {
    const place = /\.tsx?$/.test(file) ? placeOf(file) : null
    return place === null ? [] : [{ file, place }]
  })
  const texts = shown.map(async ({ file, place }) => {
    const source = await readFile(path.join(repositoryRoot, file), 'utf8')
    return textsInSource(file, source).map(({ line, text }) => ({ place, file, line, text }))
  })
  return (await Promise.all(texts)).flat()
}
