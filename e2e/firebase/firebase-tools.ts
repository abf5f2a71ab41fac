import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand } from '../../scripts/run-command.ts'
import { CannotRun } from '../sip/cannot-run.ts'

/** The makers' own tools, brought when they are needed: 270 MB are too much for every install. */
const TOOLS = 'firebase-tools@15.34.2'

export type FirebaseTools = { folder: string; program: string; [Symbol.asyncDispose](): Promise<void> }

/** Installs them into a folder of its own and removes it afterwards; `kept` names one that is used and left there. */
export async function firebaseTools(kept: string | undefined): Promise<FirebaseTools> {
  const folder = kept ?? (await mkdtemp(path.join(tmpdir(), 'reveille-firebase-')))
  const remove = kept === undefined ? () => rm(folder, { recursive: true, force: true }) : async () => {}
  const program = path.join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js')
  if (!existsSync(program)) await install(folder, remove)
  return { folder, program, [Symbol.asyncDispose]: remove }
}

async function install(folder: string, remove: () => Promise<void>): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), '{"private":true}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { exitCode, output } = await runCommand('npm', ['install', ...options, TOOLS], folder)
  if (exitCode === 0) return
  await remove()
  const why = output.split('\n').find((line) => line.startsWith('npm error'))
  throw new CannotRun(`${TOOLS} could not be fetched from the package registry: ${why ?? output}`)
}
