import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'

const WORKSPACES = ['core', 'contract', 'server', 'exchange', 'web']
const MORE_FILES = ['vitest.config.ts', 'package.json', 'tsconfig*.json']

/** A copy of the sources to mutate. It uses the installed packages, but its own workspaces. */
export type ScratchTree = { folder: string; [Symbol.asyncDispose](): Promise<void> }

/** `more` are other folders that the tests need. */
export async function copyTree(...more: string[]): Promise<ScratchTree> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-mutants-'))
  for (const file of await repositoryFiles(...WORKSPACES, ...MORE_FILES, ...more))
    await cp(path.join(repositoryRoot, file), path.join(folder, file))
  await linkPackages(folder)
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

/** Links packages one by one, since a link to all of node_modules would resolve our workspaces to the original sources. */
async function linkPackages(folder: string): Promise<void> {
  const installed = path.join(repositoryRoot, 'node_modules')
  const ours = path.join(folder, 'node_modules', '@reveille')
  await mkdir(ours, { recursive: true })
  for (const name of await readdir(installed))
    if (name !== '@reveille') await symlink(path.join(installed, name), path.join(folder, 'node_modules', name))
  for (const workspace of WORKSPACES) {
    await symlink(path.join(folder, workspace), path.join(ours, workspace))
    const own = path.join(repositoryRoot, workspace, 'node_modules')
    const hasOwn = await readdir(own).then(
      () => true,
      () => false,
    )
    if (hasOwn) await symlink(own, path.join(folder, workspace, 'node_modules'))
  }
}
