import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'
import { placeOf } from './screens.ts'
import { textsInSource } from './texts-in-source.ts'

/** A text of the product, where people read it, and where its source is. */
export type ProductText = { place: string; file: string; line: number; text: string }

/** Every text in the sources that people read, except for messages of calls (`npm run messages`). */
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
