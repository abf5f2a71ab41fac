import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An S3 server, signatures included, on its own folder. */
export type ObjectStore = {
  /** Settings for it. */
  settings: { STORAGE_URL: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }
  /** Refuses connections from now on. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const CHILD = fileURLToPath(new URL('object-store-child.ts', import.meta.url))
const BUCKET = 'wake-up-calls'
/** The server's only key. */
const KEY = 'S3RVER'

export async function startObjectStore(): Promise<ObjectStore> {
  const directory = await mkdtemp(join(tmpdir(), 'object-store-'))
  const start = async (port: number) => {
    const child = fork(CHILD, [directory, String(port), BUCKET], { execArgv: ['--openssl-legacy-provider'] })
    const [message] = (await once(child, 'message')) as [number]
    return { child, port: message }
  }
  let running: Awaited<ReturnType<typeof start>> | null = await start(0)
  const { port } = running
  const goAway = async () => {
    if (running === null) return
    const { child } = running
    running = null
    child.kill()
    await once(child, 'exit')
  }
  return {
    settings: {
      STORAGE_URL: `s3://${BUCKET}?endpoint=http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    goAway,
    comeBack: async () => void (running ??= await start(port)),
    async [Symbol.asyncDispose]() {
      await goAway()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
