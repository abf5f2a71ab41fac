import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { StartRefusedError } from '../server/src/platform/process/start-and-stop.ts'
import { isBuildStale } from '../web/build-state.ts'

const folder = fileURLToPath(new URL('../web', import.meta.url))

/**
 * Builds the web app if its sources have changed since the last build, in a separate process to free its memory. Throws
 * the reason of `stopping` when that aborts.
 */
export async function buildWebWhenStale(stopping?: AbortSignal): Promise<void> {
  if (!(await isBuildStale())) return
  process.stdout.write('Building the web app…\n')
  // Always a production build.
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = spawn(process.execPath, ['build.ts'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  stopping?.addEventListener('abort', () => build.kill(), { once: true })
  const [code] = (await once(build, 'exit')) as [number | null]
  stopping?.throwIfAborted()
  if (code !== 0)
    throw new StartRefusedError('The web app could not be built: see the lines above, or run npm run build.')
}
