import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '../free-ports.ts'
import { listenTo } from '../process-output.ts'
import { COMMANDER, HOUSE, LINE_NUMBER } from './asterisk-settings.ts'
import type { Asterisk } from './asterisk.ts'
import { ACCOUNT, CALL_TONE_HZ, startLineCustomer, type LineCustomer } from './line-customer.ts'
import { shareOfTone } from './listening.ts'
import type { Softphone } from './softphone.ts'

const main = path.join(import.meta.dirname, '../../phone-sandbox/src/main.ts')

/** The exchange in its own process, as `npm start` runs it. */
async function startProgram(asterisk: Asterisk, dataDir: string, port: number, customer: LineCustomer) {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      EXCHANGE_HOST: '127.0.0.1',
      EXCHANGE_PORT: String(port),
      EXCHANGE_ACCOUNT_SID: ACCOUNT.accountSid,
      EXCHANGE_AUTH_TOKEN: ACCOUNT.authToken,
      EXCHANGE_DATA_DIR: dataDir,
      EXCHANGE_VOICE_URL: `${customer.url}/voice`,
      ASTERISK_URL: asterisk.ariUrl,
      ASTERISK_USER: COMMANDER.name,
      ASTERISK_PASSWORD: COMMANDER.password,
      ASTERISK_PHONES: JSON.stringify({ [HOUSE.first]: 'PJSIP/601' }),
      LINE_NUMBER,
      LINES_AT_ONCE: '2',
    },
  })
  const said = listenTo(child)
  await said.waitForLine(/^Telephone line ready/)
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    /** Like a power cut. */
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
type Program = Awaited<ReturnType<typeof startProgram>>

/** Kills the exchange at the worst moments. Yields one line for each promise that holds. */
export async function* checkFaults(asterisk: Asterisk, bed: Softphone): AsyncGenerator<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-line-'))
  const customer = await startLineCustomer()
  const [port = 0] = await freePorts(1)
  let program = await startProgram(asterisk, dataDir, port, customer)
  const restart = async () => {
    await program.kill()
    program = await startProgram(asterisk, dataDir, port, customer)
  }
  const rig = { asterisk, customer, bed, restart, program: () => program }
  try {
    await online(rig)
    yield await killedWhileRinging(rig)
    yield await killedWhileTalking(rig)
    yield await pickedUpWhileDown(rig)
    yield await hungUpWhileDown(rig)
    yield await killedAroundTheDial(rig)
    yield await fullDisk(rig, dataDir)
    yield await frozen(rig)
    yield await asteriskKilled(rig)
  } finally {
    await program.kill()
    customer.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Rig = {
  asterisk: Asterisk
  customer: LineCustomer
  bed: Softphone
  restart: () => Promise<void>
  program: () => Program
}

/** Waits until the exchange sees its Asterisk. */
async function online({ customer, program }: Pick<Rig, 'customer' | 'program'>): Promise<void> {
  const { findings } = await customer.report(program())
  assert.equal(findings[0]?.state, 'right', JSON.stringify(findings))
}

const call = async ({ customer, program }: Rig, ringS = 20) => {
  const { status, body } = await customer.call(program(), HOUSE.first, ringS)
  assert.equal(status, 201, body.message)
  return body.sid
}

/** Listens to the tone from its beginning, and presses three keys. */
async function hearAndPress({ bed, customer }: Rig, sid: string): Promise<void> {
  await delay(4_500)
  await bed.press('*#1')
  assert.equal((await customer.ending(sid)).status, 'completed')
  await bed.ends()
  const share = shareOfTone(await bed.heard(), CALL_TONE_HZ)
  assert.ok(share > 0.95, `only ${share} of what was heard is the tone`)
  assert.deepEqual(
    customer.keys.splice(0).map(({ keys }) => keys),
    ['*#1'],
  )
}

async function killedWhileRinging(rig: Rig): Promise<string> {
  const sid = await call(rig)
  await rig.bed.rings()
  await rig.restart()
  await online(rig)
  await rig.bed.pickUp()
  await hearAndPress(rig, sid)
  return 'killed while ringing: the phone rang on, once, and its call was heard and answered'
}

async function killedWhileTalking(rig: Rig): Promise<string> {
  const sid = await call(rig)
  await rig.bed.rings()
  await rig.bed.pickUp()
  await delay(1_500)
  await rig.restart()
  await hearAndPress(rig, sid)
  return 'killed while talking: the talk started over, and its keys arrived'
}

async function pickedUpWhileDown(rig: Rig): Promise<string> {
  const sid = await call(rig)
  await rig.bed.rings()
  await rig.program().kill()
  await rig.bed.pickUp()
  await delay(1_000)
  await rig.restart()
  await hearAndPress(rig, sid)
  return 'picked up while the exchange was down: it spoke as soon as it was back'
}

async function hungUpWhileDown(rig: Rig): Promise<string> {
  const sid = await call(rig)
  await rig.bed.rings()
  await rig.program().kill()
  await rig.bed.decline()
  await rig.restart()
  const { status, sip } = await rig.customer.ending(sid)
  assert.deepEqual([status, sip], ['failed', '699'])
  return 'declined while the exchange was down: it may have rung'
}

const ROUNDS = 20

/** Kills at random moments from the request until the phone rings. Every call has one outcome and rings at most once. */
async function killedAroundTheDial(rig: Rig): Promise<string> {
  const outcomes = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    rig.bed.forget()
    const sid = await call(rig, 3)
    await delay(round * 3)
    await rig.restart()
    const { status, sip } = await rig.customer.ending(sid, 40_000)
    const rang = rig.bed.incoming()
    assert.ok(rang <= 1, `the phone rang ${rang} times for one call`)
    const outcome = `${status} ${sip} after ${rang} rings`
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    const ends = rig.customer.told.filter((told) => told.callSid === sid && told.status === status).length
    assert.equal(ends, 1)
  }
  return `killed ${ROUNDS} times around the dial: ${[...outcomes].map(([what, times]) => `${times} ${what}`).join(', ')}`
}

async function fullDisk(rig: Rig, dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'calls.jsonl')
  await rm(file)
  await symlink('/dev/full', file)
  rig.bed.forget()
  const { status, body } = await rig.customer.call(rig.program(), HOUSE.first)
  assert.equal(status, 429)
  await delay(1_000)
  assert.equal(rig.bed.incoming(), 0)
  await rm(file)
  return `on a full disk a call was refused with 429 (${body.message}), and no phone rang`
}

/** Asterisk stands still for a while in the middle of a talk, as when the network between us is gone. */
async function frozen(rig: Rig): Promise<string> {
  const sid = await call(rig)
  await rig.bed.rings()
  rig.asterisk.freeze()
  await delay(8_000)
  rig.asterisk.thaw()
  await rig.bed.pickUp()
  await hearAndPress(rig, sid)
  return 'Asterisk stood still for 8 s while the phone rang: the call went on, and was heard'
}

/** The last one: this Asterisk doesn't come back. */
async function asteriskKilled(rig: Rig): Promise<string> {
  const talking = await call(rig)
  await rig.bed.rings()
  await rig.bed.pickUp()
  await delay(1_000)
  await rig.asterisk.kill()
  const end = await rig.customer.ending(talking)
  assert.deepEqual([end.status, end.sip], ['failed', '500'])
  const refused = await rig.customer.call(rig.program(), HOUSE.first)
  assert.equal(refused.status, 429)
  const [finding] = (await rig.customer.report(rig.program())).findings
  assert.equal(finding?.says, 'it does not answer')
  return 'Asterisk was killed in a talk: the call broke off, the next was refused with 429, and the report says so'
}
