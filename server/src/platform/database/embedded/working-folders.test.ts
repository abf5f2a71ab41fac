import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fromLsof, workingFolders } from './working-folders.ts'

const listers = { 'this system': workingFolders, ...(existsSync('/usr/bin/lsof') ? { lsof: fromLsof } : {}) }

test.each(Object.entries(listers))('the folder that a process works in is known from %s', async (_name, list) => {
  const folder = await mkdtemp(join(tmpdir(), 'reveille folder, '))
  const { dev, ino } = await stat(folder)
  const child = spawn('sleep', ['60'], { cwd: folder })

  expect(await list(child.pid)).toEqual([{ dev, ino }])
  expect(await list()).toContainEqual({ dev, ino })

  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill()
  await ended
  expect(await list(child.pid)).toEqual([])
  expect(await list()).not.toContainEqual({ dev, ino })
  await rm(folder, { recursive: true })
})
