import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries, restoreLinks } from './home.ts'

test('library links that an install without scripts leaves out are created, even by two starts at once', async () => {
  const { postgres } = await findBinaries()
  const list = await readFile(join(dirname(postgres), '../pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[]
  const root = await mkdtemp(join(tmpdir(), 'reveille-links-'))
  await mkdir(join(root, 'native/lib'), { recursive: true })
  await writeFile(join(root, 'native/pg-symlinks.json'), list)
  for (const { source } of links) await writeFile(join(root, source), source)

  await Promise.all([restoreLinks(join(root, 'native')), restoreLinks(join(root, 'native'))])

  for (const { source, target } of links) expect(await readFile(join(root, target), 'utf8')).toBe(source)
  expect(links.length).toBeGreaterThan(0)
  await rm(root, { recursive: true })
})
