import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand } from '../../scripts/run-command.ts'
import { CannotRunError } from '../cannot-run.ts'

/** No Debian that is both stable and current has the telephone exchange and the softphone. */
const SUITE = 'forky'
const MIRROR = 'http://deb.debian.org/debian'
const PACKAGES = ['asterisk', 'asterisk-modules', 'asterisk-config', 'baresip-core', 'ca-certificates']

export type ThrowAwayDebian = {
  folder: string
  /** Puts a file into it, creating its folders. */
  write(file: string, text: string | Uint8Array): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A minimal Debian in a folder, 513 MB, in about a minute. Nothing of the machine changes: even debootstrap is only
 * unpacked. `kept` names a folder that is used as it is, or made and kept, to save the minute the next time.
 */
export async function throwAwayDebian(kept: string | undefined): Promise<ThrowAwayDebian> {
  if (process.getuid?.() !== 0) throw new CannotRunError('A throw-away Debian needs root.')
  const folder = kept ?? path.join(await mkdtemp(path.join(tmpdir(), 'reveille-sip-')), 'root')
  const remove = kept === undefined ? () => rm(path.dirname(folder), { recursive: true, force: true }) : async () => {}
  if (!existsSync(path.join(folder, 'usr/sbin/asterisk'))) await bootstrap(folder, remove)
  return {
    folder,
    async write(file, text) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
      await writeFile(path.join(folder, file), text)
    },
    [Symbol.asyncDispose]: remove,
  }
}

async function bootstrap(folder: string, remove: () => Promise<void>): Promise<void> {
  const tools = await mkdtemp(path.join(tmpdir(), 'reveille-debootstrap-'))
  try {
    const program = await unpackDebootstrap(tools)
    const scripts = path.join(tools, 'usr/share/debootstrap')
    const base = ['--variant=minbase', `--include=${PACKAGES.join(',')}`]
    // An older debootstrap does not know the suite by name; the script of sid suits all future ones.
    const plan = [SUITE, folder, MIRROR, path.join(scripts, 'scripts/sid')]
    await must('env', `DEBOOTSTRAP_DIR=${scripts}`, 'sh', program, ...base, ...plan)
  } catch (error) {
    await remove()
    throw error
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
