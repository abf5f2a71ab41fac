import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../process/describe-error.ts'
import { StartRefused } from '../process/start-refused.ts'

const SANDBOX_TOKEN = 'sandbox-token'

/**
 * Secrets that are not configured are generated once and kept in the data folder (0700), so that sessions outlive a
 * restart. Several processes may start at once: the first to write wins, the others read what it wrote.
 */
export function readSecrets(dataDir: string, sessionSecret: string | undefined) {
  try {
    makeFolder(dataDir)
    return {
      sessionSecret: sessionSecret ?? keptSecret(join(dataDir, 'session-secret')),
      sandboxToken: keptSecret(join(dataDir, SANDBOX_TOKEN)),
    }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error)
    throw new StartRefused(
      `The data folder ${dataDir} cannot be written (${reason}): set DATA_DIR to a folder that can.`,
    )
  }
}

export const hasSandboxToken = (dataDir: string): boolean => existsSync(join(dataDir, SANDBOX_TOKEN))

/** Folder by folder: Node's own recursion never ends where the system answers ENOENT for good, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(folder)) throw error // another start was quicker
  }
}

/** Linked into place, so that no reader sees half a secret. */
function keptSecret(file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}
