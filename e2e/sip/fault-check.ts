import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '../free-ports.ts'
import { listenTo } from '../process-output.ts'
import { COMMANDER, FAR, HOUSE, LINE_NUMBER } from './asterisk-settings.ts'
import type { Asterisk } from './asterisk.ts'
import { startCuttable, type Cuttable } from './cuttable.ts'
import { ACCOUNT, CALL_TONE_HZ, startLineCustomer, type LineCustomer } from './line-customer.ts'
import { shareOfTone } from './listening.ts'
import type { Softphone } from './softphone.ts'
import { until } from './until.ts'

const main = path.join(import.meta.dirname, '../../exchange/src/main.ts')

/** The exchange in its own process, as `npm start` runs it. */
async function startProgram(ariUrl: string, dataDir: string, port: number, customer: LineCustomer) {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      LINE_OPTIONS: JSON.stringify({
        ...ACCOUNT,
        host: '127.0.0.1',
        port,
        dataDir,
        voiceUrl: `${customer.url}/voice`,
        asterisk: { url: ariUrl, user: COMMANDER.name, password: COMMANDER.password },
        phones: { [HOUSE.first]: 'PJSIP/601' },
        dial: 'PJSIP/{number}@trunk',
        lineNumber: LINE_NUMBER,
        linesAtOnce: 2,
      }),
    },
  })
  const said = listenTo(child)
  await said.waitForLine(/^Telephone line ready/, 60_000).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
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

/** What another Asterisk, which this one's provider refuses, runs for. */
type Refused = { asterisk: Asterisk; far: Softphone }

/** Kills the exchange and Asterisk at the worst moments, and cuts them apart. Yields one line for each promise that holds. */
export async function* checkFaults(
  which: 'once' | 'rounds',
  first: Asterisk,
  bed: Softphone,
  { refused, restartAsterisk }: { refused: Refused; restartAsterisk: () => Promise<Asterisk> },
): AsyncGenerator<string> {
  let asterisk = first
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-line-'))
  const customer = await startLineCustomer()
  const [port = 0] = await freePorts(1)
  const way = await startCuttable(Number(new URL(asterisk.ariUrl).port))
  const ariUrl = `http://127.0.0.1:${way.port}/ari`
  let program = await startProgram(ariUrl, dataDir, port, customer)
  const rig: Rig = {
    asterisk: () => asterisk,
    async restartAsterisk() {
      await asterisk.kill()
      asterisk = await restartAsterisk()
    },
    customer,
    bed,
    way,
    async restart() {
      await program.kill()
      program = await startProgram(ariUrl, dataDir, port, customer)
    },
    program: () => program,
    tonesBefore: 0,
  }
  try {
    await online(rig)
    if (which === 'rounds') {
      yield await killedInRounds(rig)
      yield await asteriskKilledInRounds(rig)
      return
    }
    yield await killedWhileRinging(rig)
    yield await killedWhileTalking(rig)
    yield await pickedUpWhileDown(rig)
    yield await hungUpWhileDown(rig)
    yield await cutWhileRinging(rig)
    yield await cutWhileTalking(rig)
    yield await twoExchanges(rig, ariUrl)
    yield await fullDisk(rig, dataDir)
    yield await wrongPassword(refused, customer)
    yield await frozen(rig)
    yield await asteriskKilled(rig)
  } finally {
    await program.kill()
    way.close()
    customer.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Rig = {
  asterisk: () => Asterisk
  restartAsterisk: () => Promise<void>
  customer: LineCustomer
  bed: Softphone
  way: Cuttable
  restart: () => Promise<void>
  program: () => Program
  /** How often the tone was fetched before the call. */
  tonesBefore: number
}

/** Waits until the exchange sees its Asterisk. */
async function online({ customer, program }: Pick<Rig, 'customer' | 'program'>): Promise<void> {
  await until(
    'the exchange sees its Asterisk',
    async () => {
      const { findings } = await customer.report(program())
      return findings[0]?.state === 'right' ? true : null
    },
    30_000,
  )
}

const call = async (rig: Rig, ringS = 20) => {
  const { customer, program } = rig
  rig.tonesBefore = customer.tones()
  const { status, body } = await customer.call(program(), HOUSE.first, ringS)
  assert.equal(status, 201, body.message)
  return body.sid
}

/** Listens to the tone, which begins for the `time`th time, and presses three keys. */
async function hearAndPress({ bed, customer, tonesBefore }: Rig, sid: string, time = 1): Promise<void> {
  await until('the tone begins', async () => (customer.tones() >= tonesBefore + time ? true : null), 30_000)
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
  await hearAndPress(rig, sid, 2)
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

const CUT_MS = 30_000

async function cutWhileRinging(rig: Rig): Promise<string> {
  const sid = await call(rig, 60)
  await rig.bed.rings()
  rig.way.cut()
  await delay(CUT_MS / 2)
  await rig.bed.pickUp()
  await delay(CUT_MS / 2)
  rig.way.mend()
  await online(rig)
  await hearAndPress(rig, sid)
  return `cut from Asterisk for ${CUT_MS / 1_000} s while ringing, and picked up meanwhile: the call was heard once the way was mended`
}

async function cutWhileTalking(rig: Rig): Promise<string> {
  const sid = await call(rig)
  await rig.bed.rings()
  await rig.bed.pickUp()
  await delay(1_000)
  rig.way.cut()
  const { status, sip } = await rig.customer.ending(sid)
  assert.deepEqual([status, sip], ['failed', '500'])
  await delay(CUT_MS / 2)
  rig.way.mend()
  await rig.bed.ends()
  await online(rig)
  return `cut from Asterisk for ${CUT_MS / 1_000} s in a talk: it broke off after 15 s, and the phone was hung up once the way was mended`
}

/** By mistake, a second one with the token of the first. */
async function twoExchanges(rig: Rig, ariUrl: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-line-'))
  const [port = 0] = await freePorts(1)
  const second = await startProgram(ariUrl, dataDir, port, rig.customer)
  try {
    await online({ customer: rig.customer, program: () => second })
    const refused = await rig.customer.call(rig.program(), HOUSE.first)
    assert.equal(refused.status, 429)
    const [finding] = (await rig.customer.report(rig.program())).findings
    assert.equal(finding?.says, 'another program took over our calls')
    rig.bed.forget()
    rig.tonesBefore = rig.customer.tones()
    const { body } = await rig.customer.call(second, HOUSE.first)
    await rig.bed.rings()
    await rig.bed.pickUp()
    await hearAndPress(rig, body.sid)
  } finally {
    await second.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
  await rig.restart()
  await online(rig)
  return 'two exchanges at one Asterisk: the first took no more calls and says so, and the second one called once'
}

async function wrongPassword({ asterisk, far }: Refused, customer: LineCustomer): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-line-'))
  const [port = 0] = await freePorts(1)
  const program = await startProgram(asterisk.ariUrl, dataDir, port, customer)
  try {
    await online({ customer, program: () => program })
    far.forget()
    const { body } = await customer.call(program, FAR.rings)
    const { status, sip } = await customer.ending(body.sid)
    assert.deepEqual([status, sip, far.incoming()], ['failed', '697', 0])
    const trunk = (await customer.report(program)).findings.find(({ what }) => what === 'Trunk trunk')
    assert.equal(trunk?.state, 'wrong')
    return `a wrong password at the trunk: failed, 697, nothing rang, and the report says that ${trunk.says}`
  } finally {
    await program.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const [KILLS, ASTERISK_KILLS] = [100, 50]

/** Kills at different moments: around the dial, while the phone rings, in a talk. One outcome a call, one ring at most. */
const killedInRounds = (rig: Rig) => inRounds(rig, 'the exchange', KILLS, () => rig.restart())
const asteriskKilledInRounds = (rig: Rig) =>
  inRounds(rig, 'Asterisk', ASTERISK_KILLS, async () => {
    await rig.restartAsterisk()
    await rig.asterisk().endpointIs('601', 'online')
  })

async function inRounds(rig: Rig, what: string, rounds: number, kill: () => Promise<void>): Promise<string> {
  const outcomes = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    await online(rig)
    rig.bed.forget()
    const sid = await call(rig, 3)
    let rang = 0
    if (round % 3 === 0) await delay(round * 3)
    else {
      await rig.bed.rings()
      rang = 1
      if (round % 3 === 2) await rig.bed.pickUp()
      await delay((round % 10) * 100)
    }
    await kill()
    const ending = rig.customer.ending(sid, 60_000)
    await Promise.race([ending, delay(2_000)])
    // Whatever it still shows of a call that is over or starts over.
    await rig.bed.hangUp().catch(() => {})
    const { status, sip } = await ending
    rang += rig.bed.incoming()
    assert.ok(rang <= 1, `the phone rang ${rang} times for one call`)
    const outcome = `${status} ${sip ?? ''} after ${rang} rings`
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    const ends = rig.customer.told.filter((told) => told.callSid === sid && told.status === status).length
    assert.equal(ends, 1)
  }
  return `${what} was killed ${rounds} times: ${[...outcomes].map(([how, times]) => `${times} ${how}`).join(', ')}`
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
  rig.asterisk().freeze()
  await delay(8_000)
  rig.asterisk().thaw()
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
  await rig.asterisk().kill()
  const end = await rig.customer.ending(talking)
  assert.deepEqual([end.status, end.sip], ['failed', '500'])
  const refused = await rig.customer.call(rig.program(), HOUSE.first)
  assert.equal(refused.status, 429)
  const [finding] = (await rig.customer.report(rig.program())).findings
  assert.equal(finding?.says, 'it does not answer')
  return 'Asterisk was killed in a talk: the call broke off, the next was refused with 429, and the report says so'
}
