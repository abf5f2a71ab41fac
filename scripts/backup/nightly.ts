import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Logger } from 'pino'
import { newestBackup, whyUnwritable } from '../../server/src/platform/backup/backup-folder.ts'
import { messageOf } from '../../server/src/platform/process/logger.ts'

const program = path.join(import.meta.dirname, 'back-up.ts')
const HOUR = 3
const KEPT = 14
const NICE = 10
const LOOK_EVERY_MS = 10 * 60_000

/** Whether no backup was taken since the last 3 a.m., local time. After downtime, a missed night is made up for. */
export function isBackupDue(takenAt: Instant | null, now: Instant): boolean {
  const night = new Date(now)
  night.setHours(HOUR, 0, 0, 0)
  if (night.getTime() > now) night.setDate(night.getDate() - 1)
  return takenAt === null || takenAt < night.getTime()
}

/** Backs up each night in a process of its own, and retries after a failure. Says at once if that can't work. */
export function startNightlyBackups(folder: string, log: Pick<Logger, 'info' | 'error'>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const working = (async () => {
    const reason = await whyUnwritable(folder)
    if (reason !== null)
      log.error(
        { folder, reason },
        "no backup can be written: mount its disk, give it to the product's user, or change BACKUP_DIR",
      )
    for (; !signal.aborted; await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})) {
      if (!isBackupDue((await newestBackup(folder))?.takenAt ?? null, Date.now())) continue
      const { isDone, says } = await backUp(signal).catch((error: unknown) => ({
        isDone: false,
        says: messageOf(error),
      }))
      if (isDone) log.info({ backup: says }, 'backup taken')
      else if (!signal.aborted) log.error({ reason: says }, 'backup failed, will retry')
    }
  })()
  return {
    stop() {
      stopping.abort()
      return working
    },
  }
}

async function backUp(signal: AbortSignal): Promise<{ isDone: boolean; says: string }> {
  const child = spawn(process.execPath, [program, '--keep', String(KEPT)], { stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, NICE)
  const end = () => child.kill()
  signal.addEventListener('abort', end)
  const [out, complaint] = [text(child.stdout), text(child.stderr)]
  const [code] = (await once(child, 'close')) as [number | null]
  signal.removeEventListener('abort', end)
  const [says = ''] = (code === 0 ? await out : await complaint).trim().split('\n')
  return { isDone: code === 0, says }
}
