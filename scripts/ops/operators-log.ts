import { appendFile, mkdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'

/** Identifies people by id only, without addresses and numbers. */
type Act = { at: number; act: string; userIds: readonly number[] }

/** Appends who did what to whose account to DATA_DIR/operators.log, which only its owner can read. */
export async function keepInLog(dataDir: string, { at, act, userIds }: Act): Promise<void> {
  const by = process.env['SUDO_USER'] ?? userInfo().username
  const line = JSON.stringify({ at: new Date(at).toISOString(), by, act, userIds })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await appendFile(path.join(dataDir, 'operators.log'), `${line}\n`, { mode: 0o600 })
}
