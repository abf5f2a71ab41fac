import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { CannotRunError, runCheck } from '../cannot-run.ts'
import { checkAll } from './check-all.ts'
import { checkRoles } from './check-roles.ts'
import { checkUnit } from './check-unit.ts'
import { buildImages, unmountImages, type Image } from './images.ts'

/**
 * `npm run check-image` builds both images and runs them, where the loopback is the only network. IMAGE_FOLDER keeps what was
 * built.
 */
await runCheck(async () => {
  const began = performance.now()
  const say = (words: string) =>
    void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${words}\n`)
  const built = process.env['IMAGES_BUILT']
  if (built !== undefined) return run(JSON.parse(built) as Images, say)
  const kept = process.env['IMAGE_FOLDER']
  // Not in the memory that a temporary folder may be.
  const folder = kept ?? (await mkdtemp('/var/tmp/reveille-image-'))
  await mkdir(folder, { recursive: true })
  try {
    await runAlone(await buildImages(folder, say))
  } finally {
    await unmountImages(folder)
    if (kept === undefined) await rm(folder, { recursive: true, force: true })
  }
})

type Images = { all: Image; plain: Image }

/** Runs this program again, on a network of its own. */
async function runAlone(images: Images): Promise<void> {
  const alone = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const child = spawn('unshare', [...alone, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, IMAGES_BUILT: JSON.stringify(images) },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 77) throw new CannotRunError('It said why.')
  if (code !== 0) throw new Error('It said what failed.')
}

async function run({ all, plain }: Images, say: (words: string) => void): Promise<void> {
  for await (const held of checkAll(all)) say(held)
  for await (const held of checkRoles(plain)) say(held)
  for await (const held of checkUnit()) say(held)
}
