import { appendFile, chown, mkdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'

/** Identifies people by id only, without addresses and numbers. */
type Act = { at: number; act: string; userIds: readonly number[] }

/** Appends who did what to whose account to DATA_DIR/operators.log, which only its owner can read. */
export async function keepInLog(dataDir: string, { at, act, userIds }: Act): Promise<void> {
  const by = process.env['SUDO_USER'] ?? userInfo().username
  const line = JSON.stringify({ at: new Date(at).toISOString(), by, act, userIds })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = path.join(dataDir, 'operators.log')
  await appendFile(file, `${line}\n`, { mode: 0o600 })
  const { uid, gid } = await stat(dataDir)
  if (process.getuid?.() === 0) await chown(file, uid, gid) // the product's user writes it, too
}
