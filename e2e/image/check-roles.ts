import assert from 'node:assert/strict'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startSandbox } from '../../exchange/src/sandbox.ts'
import { handset } from '../../exchange/src/testing/handset.ts'
import { codeIn } from '../../server/test/harness/app/visitor.ts'
import { CannotRunError } from '../cannot-run.ts'
import { waitFor, waitUntil } from '../processes/wait.ts'
import { findDistribution, startDistribution } from '../restore/distribution-postgres.ts'
import { signUpByApi } from '../sip/person-by-api.ts'
import { startContainer, type Container } from './container.ts'
import type { Image } from './images.ts'

const WEB = 'http://localhost:3000'
const PHONE = '+61491570156'
const READY = /"msg":"ready"/
const READY_WITHIN_MS = 60_000

/** Runs a web and a worker container on one PostgreSQL, in production, until a phone rings. */
export async function* checkRoles(image: Image): AsyncGenerator<string> {
  await using started = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-roles-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  await using bare = await startContainer(image, { volumes: {} })
  assert.equal(await bare.ended(), 1)
  yield `without settings: ${bare.output().trim()}`
  const programs = findDistribution()
  if (programs === null) throw new CannotRunError('Two roles need PostgreSQL: apt-get install postgresql.')
  const database = await startDistribution(programs, path.join(folder, 'database'))
  started.defer(() => database.stop())
  await chmod(path.join(folder, 'database'), 0o755) // its socket is in it
  const sandbox = started.use(
    await startSandbox({ inboundUrl: `${WEB}/callbacks/text`, voiceUrl: `${WEB}/callbacks/inbound-call` }),
  )
  const files = path.join(folder, 'files')
  await mkdir(files)
  await chown(files, 1000, 1000)
  const start = async (env: Readonly<Record<string, string>>): Promise<Container> => {
    const data = await mkdtemp(path.join(folder, 'data-'))
    await chown(data, 1000, 1000)
    // The folder of backups, which these two don't use, has the database's socket.
    const volumes = { '/data': data, '/files': files, '/backups': path.join(folder, 'database') }
    const settings = {
      DATABASE_URL: `postgres://${database.connection.user}@localhost/postgres?host=/backups`,
      STORAGE_URL: 'file:///files',
      PUBLIC_URL: WEB,
      SESSION_SECRET: 'a secret of thirty-two characters',
      CONTACT_EMAIL: 'hello@wake.example',
      MAIL_URL: sandbox.smtpUrl,
      TWILIO_ACCOUNT_SID: sandbox.accountSid,
      TWILIO_AUTH_TOKEN: sandbox.authToken,
      TWILIO_PHONE_NUMBER: sandbox.phoneNumber,
      TWILIO_API_URL: sandbox.url,
      SIGN_UP: 'open',
      SPEECH_AHEAD: 'off',
    }
    const container = started.use(await startContainer(image, { volumes, env: { ...settings, ...env } }))
    await container.waitForLine(READY, READY_WITHIN_MS)
    return container
  }
  const web = await start({ ROLE: 'web' })
  const worker = await start({ ROLE: 'worker', METRICS_PORT: '9465' })
  assert.deepEqual([await web.isHealthy(), await worker.isHealthy()], [true, true])
  yield 'a web and a worker container run on one PostgreSQL, and their health checks pass'
  const phone = await handset(sandbox.url, PHONE)
  const readCode = async () => codeIn((await phone.expectText()).body)
  const person = await signUpByApi({ webUrl: WEB, sandboxUrl: sandbox.url }, PHONE, readCode)
  const dueAt = await person.scheduleSoon()
  await waitUntil(dueAt - 1_000)
  const call = await phone.expectCall()
  const lateMs = Date.now() - dueAt
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
  const isDone = async () => ((await person.history())[0]?.status === 'completed' ? true : null)
  await waitFor('the call in the history', isDone)
  const stopped = [await worker.stop(), await web.stop()]
  assert.deepEqual(
    stopped.map(({ code }) => code),
    [0, 0],
  )
  yield `the worker's call rang ${lateMs} ms after its time and the web process heard how it ended; SIGTERM stopped both within ${Math.max(...stopped.map(({ seconds }) => seconds)).toFixed(1)} s`
}
