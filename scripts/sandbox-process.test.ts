import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { loadConfig } from '../server/src/platform/config/config.ts'
import { freePort } from '../server/test/harness/app/free-port.ts'
import { startLineProcess } from './sandbox-process.ts'

test('LINE-7 the exchange starts while Asterisk is down, warns of it, and starts again whenever it ends by itself', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'reveille-line-process-'))
  const config = loadConfig({
    DATA_DIR: folder.path,
    ASTERISK_URL: 'http://reveille:secret@127.0.0.1:9/ari',
    ASTERISK_PHONES: '+49301234561=PJSIP/601',
    LINE_NUMBER: '+49301234560',
    EXCHANGE_URL: `http://127.0.0.1:${await freePort()}`,
  })
  const said: string[] = []
  const log = { warn: (words: string) => void said.push(words), error: (words: string) => void said.push(words) }
  const line = await startLineProcess(config, config.line!, log as never)
  try {
    const down = 'Telephone line: Asterisk does not answer at http://127.0.0.1:9/ari'
    await vi.waitUntil(() => said.includes(down), { timeout: 30_000 })
    process.kill(line!.pid(), 'SIGKILL')
    await vi.waitUntil(() => said.filter((words) => words === down).length === 2, { timeout: 30_000 })
    expect(said).toEqual([down, 'the telephone line ended by itself; starting it again', down])
  } finally {
    await line!.stop()
  }
})
