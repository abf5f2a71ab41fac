import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand } from '../scripts/run-command.ts'
import { CannotRunError } from './cannot-run.ts'

/** A package in its own folder, which disposing of it removes. */
export type FetchedPackage = { folder: string; [Symbol.asyncDispose](): Promise<void> }

/**
 * Installs a program that is too large to be a dependency. `kept` is a folder to use and keep. Throws CannotRunError
 * when the registry doesn't have the package or is unreachable.
 */
export async function fetchPackage(name: string, version: string, kept?: string): Promise<FetchedPackage> {
  const folder = kept ?? (await mkdtemp(path.join(tmpdir(), `reveille-${name}-`)))
  const remove = kept === undefined ? () => rm(folder, { recursive: true, force: true }) : async () => {}
  if (!existsSync(path.join(folder, 'node_modules', name))) await install(`${name}@${version}`, folder, remove)
  return { folder, [Symbol.asyncDispose]: remove }
}

async function install(wanted: string, folder: string, remove: () => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{"private":true}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { exitCode, output } = await runCommand('npm', ['install', ...options, wanted], folder)
  if (exitCode === 0) return
  await remove()
  const why = output.split('\n').find((line) => line.startsWith('npm error'))
  throw new CannotRunError(`${wanted} could not be fetched from the package registry: ${why ?? output}`)
}
