import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand } from '../../scripts/run-command.ts'
import { CannotRunError } from '../cannot-run.ts'

/** The current stable Debian lacks the telephone exchange or the softphone. */
const SUITE = 'forky'
const PACKAGES = ['asterisk', 'asterisk-modules', 'asterisk-config', 'baresip-core', 'ca-certificates']
const MIRROR = 'http://deb.debian.org/debian'

export type ThrowAwayDebian = {
  folder: string
  /** Writes a file, creating its folders. */
  write(file: string, text: string | Uint8Array): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Makes a minimal Debian in a folder, 513 MB in about a minute. It installs nothing on this machine; even debootstrap is
 * only unpacked. `kept` is a folder to reuse, or to create and keep.
 */
export async function throwAwayDebian(kept: string | undefined): Promise<ThrowAwayDebian> {
  if (process.getuid?.() !== 0) throw new CannotRunError('A throw-away Debian needs root.')
  const folder = kept ?? path.join(await mkdtemp(path.join(tmpdir(), 'reveille-sip-')), 'root')
  const remove = kept === undefined ? () => rm(path.dirname(folder), { recursive: true, force: true }) : async () => {}
  if (!existsSync(path.join(folder, 'usr/sbin/asterisk')))
    await bootstrap(folder, SUITE, PACKAGES).catch(async (error: unknown) => {
      await remove()
      throw error
    })
  return {
    folder,
    async write(file, text) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
      await writeFile(path.join(folder, file), text)
    },
    [Symbol.asyncDispose]: remove,
  }
}

/** Makes a minimal Debian with these packages in a folder. */
export async function bootstrap(folder: string, suite: string, packages: readonly string[]): Promise<void> {
  const tools = await mkdtemp(path.join(tmpdir(), 'reveille-debootstrap-'))
  try {
    const program = await unpackDebootstrap(tools)
    const scripts = path.join(tools, 'usr/share/debootstrap')
    const base = ['--variant=minbase', `--include=${packages.join(',')}`]
    // An older debootstrap doesn't know the suite's name. The script of sid works for newer suites.
    const plan = [suite, folder, MIRROR, path.join(scripts, 'scripts/sid')]
    await must('env', `DEBOOTSTRAP_DIR=${scripts}`, 'sh', program, ...base, ...plan)
  } finally {
    await rm(tools, { recursive: true, force: true })
  }
}

async function unpackDebootstrap(tools: string): Promise<string> {
  await must('sh', '-c', `cd '${tools}' && apt-get download debootstrap`)
  const archive = (await readdir(tools)).find((name) => name.endsWith('.deb'))
  await must('dpkg', '-x', path.join(tools, archive ?? ''), tools)
  return path.join(tools, 'usr/sbin/debootstrap')
}

async function must(program: string, ...args: string[]): Promise<void> {
  const result = await runCommand(program, args).catch((error: unknown) => ({ exitCode: 1, output: String(error) }))
  if (result.exitCode === 0) return
  const lastWords = result.output.trim().split('\n').slice(-3).join(' ')
  throw new CannotRunError(`A throw-away Debian could not be made: ${lastWords}`)
}
