import assert from 'node:assert/strict'
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { handset } from '../../exchange/src/testing/handset.ts'
import { runCommand } from '../../scripts/run-command.ts'
import { codeIn } from '../../server/test/harness/app/visitor.ts'
import { ringSoon } from '../processes/ring-soon.ts'
import { waitFor } from '../processes/wait.ts'
import { logInByApi, signUpByApi, type PersonByApi } from '../sip/person-by-api.ts'
import { startContainer, type Container } from './container.ts'
import type { Image } from './images.ts'

const READY = /^Reveille is ready/
/** The first start on a busy machine makes a database. */
const READY_WITHIN_MS = 120_000
const PHONE = '+61491570156'
const URLS = { webUrl: 'http://localhost:3000', sandboxUrl: 'http://127.0.0.1:3001' }
/** An engine that stops a container waits this long before it kills. */
const STOPPED_WITHIN_S = 20
const USER = 1000

/** Runs the container with everything: a first start, a kill, a restore, and what it says where it can't work. */
export async function* checkAll(image: Image): AsyncGenerator<string> {
  await using volumes = newVolumes()
  const first = await volumes.make()
  const began = performance.now()
  let person: PersonByApi
  let backup: string
  {
    await using container = await startReady(image, first)
    yield `with an empty volume, it's ready after ${secondsSince(began)} s`
    yield await isConfined(container)
    yield await servesPhone(container)
    person = await signUpByApi(URLS, PHONE, codeByText)
    yield `a person signed up; ${await rings(person, first)} ${secondsSince(began)} s after the start`
    const { exitCode, output } = await container.exec('node', 'scripts/backup/back-up.ts')
    assert.equal(exitCode, 0, output)
    const backups = await readdir(path.join(first, 'backups'))
    backup = backups
      .filter((name) => name.endsWith('Z'))
      .toSorted()
      .at(-1)!
    await container.kill()
  }
  {
    await using container = await startReady(image, first)
    yield `after kill -9: ${await rings(person, first)}`
    const { code, seconds } = await container.stop()
    assert.equal(code, 0, container.output())
    assert.ok(seconds < STOPPED_WITHIN_S, `it stopped after ${seconds} s`)
    yield `SIGTERM stopped it within ${seconds.toFixed(1)} s`
  }
  const second = await volumes.make()
  for (const name of ['backups', 'session-secret'])
    await runCommand('cp', ['-a', path.join(first, name), path.join(second, name)])
  const restore = ['node', 'scripts/backup/restore.ts', `/data/backups/${backup}`]
  {
    await using container = await startContainer(image, { volumes: { '/data': second }, command: restore })
    assert.equal(await container.ended(), 0, container.output())
  }
  {
    await using container = await startReady(image, second)
    const again = await logInByApi(URLS)
    assert.equal((await again.history()).length, 1, container.output())
    yield `a backup was restored into a new volume: ${await rings(again, second)}`
  }
  yield* refuses(image, volumes)
}

async function startReady(image: Image, volume: string): Promise<Container> {
  const container = await startContainer(image, { volumes: { '/data': volume } })
  try {
    await container.waitForLine(READY, READY_WITHIN_MS)
    return container
  } catch (error) {
    await container.kill()
    throw error
  }
}

/** Folders that belong to the image's user, like new volumes. */
function newVolumes() {
  const made: string[] = []
  return {
    async make(owner = USER): Promise<string> {
      const folder = await mkdtemp(path.join(tmpdir(), 'reveille-volume-'))
      made.push(folder)
      await chown(folder, owner, owner)
      return folder
    },
    async [Symbol.asyncDispose]() {
      for (const folder of made) await rm(folder, { recursive: true, force: true })
    },
  }
}

const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1)

async function codeByText(): Promise<string> {
  const phone = await handset(URLS.sandboxUrl, PHONE)
  return codeIn((await phone.expectText()).body)
}

/** What an engine would show too: the user, no capabilities, a root that can't be written, one port, the health check. */
async function isConfined(container: Container): Promise<string> {
  const status = await container.status()
  for (const line of [/^Uid:\t1000\t1000\t/m, /^CapEff:\t0+$/m, /^CapBnd:\t0+$/m, /^NoNewPrivs:\t1$/m])
    assert.match(status, line)
  assert.match((await container.exec('cat', '/proc/self/mountinfo')).output, /^\d+ \d+ \S+ \S+ \/ ro,/m)
  assert.deepEqual(await portsForOthers(), [3000])
  assert.ok(await container.isHealthy())
  return `it runs as user ${USER}, without capabilities, on a read-only root; only port 3000 is open; its health check passes`
}

/** The ports that listen on more than the loopback. */
async function portsForOthers(): Promise<number[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')))
  const LISTENS = '0A'
  const own = tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/)),
  )
  return own
    .filter(([, address, , state]) => state === LISTENS && !/^(0100007F|0{24}01000000):/.test(address!))
    .map(([, address]) => Number.parseInt(address!.split(':')[1]!, 16))
}

async function servesPhone(container: Container): Promise<string> {
  const [address = ''] = /http:\S+\/phone\?token=\S+/.exec(container.output()) ?? []
  const ask = (url: string, cookie = '') => fetch(url, { redirect: 'manual', headers: { cookie } })
  assert.equal((await ask(`${address}x`)).status, 403)
  const entered = await ask(address)
  const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
  const page = await ask(new URL(entered.headers.get('location')!, address).href, cookie)
  assert.match(await page.text(), /<title>Pretend carrier<\/title>/)
  return 'it serves the pretend phone to whoever has its token'
}

/** A scheduled call rings, is answered, and is in the history. */
async function rings(person: PersonByApi, volume: string): Promise<string> {
  const completed = async () => (await person.history()).filter(({ status }) => status === 'completed').length
  const before = await completed()
  const phone = await handset(URLS.sandboxUrl, PHONE)
  await person.scheduleSoon()
  await ringSoon({ dataDir: volume })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
  await waitFor('the call in the history', async () => ((await completed()) > before ? true : null))
  return 'the phone rang and was answered'
}

/** What it says where it can't work. */
async function* refuses(image: Image, volumes: ReturnType<typeof newVolumes>): AsyncGenerator<string> {
  const refusal = async (volume: string, env: Readonly<Record<string, string>>, words: RegExp): Promise<string> => {
    await using container = await startContainer(image, { volumes: { '/data': volume }, env })
    assert.equal(await container.ended(), 1, container.output())
    const said = container.output().trim()
    assert.match(said, words)
    return said
  }
  const empty = await volumes.make()
  for (const [env, words] of WRONG_SETTINGS) yield `wrong settings: ${await refusal(empty, env, words)}`
  const roots = await volumes.make(0)
  yield `a volume of another owner: ${await refusal(roots, {}, /^\/data\/reveille\.env cannot be read \(EACCES\): give \/data and what's in it to the user 1000/)}`
  const older = await volumes.make()
  await runCommand('install', ['-d', '-m', '0700', '-o', String(USER), path.join(older, 'postgres')])
  await writeFile(path.join(older, 'postgres/PG_VERSION'), '17\n')
  yield `an older PostgreSQL: ${await refusal(older, {}, /was made by PostgreSQL 17.*migrate-volume/)}`
  const small = await volumes.make()
  await runCommand('mount', ['-t', 'tmpfs', '-o', `size=8m,uid=${USER},mode=0700`, 'tmpfs', small])
  try {
    yield `a full disk: ${await refusal(small, {}, /^The embedded database could not be created: .*No space left on device\. Or set DATABASE_URL\.$/)}`
  } finally {
    await runCommand('umount', [small])
  }
}

const WRONG_SETTINGS: readonly [Readonly<Record<string, string>>, RegExp][] = [
  [{ PORT: 'three' }, /^The setting PORT must be a port number/],
  [{ PUBLIC_URL: 'https://wake.example' }, /^PUBLIC_URL is an https address, but without a carrier/],
  [{ TWILIO_ACCOUNT_SID: 'AC1' }, /^TWILIO_ACCOUNT_SID also needs/],
]
