import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CannotRunError, runCheck } from '../cannot-run.ts'
import { freePorts } from '../free-ports.ts'
import { houseFiles, providerFiles } from './asterisk-settings.ts'
import { startAsterisk, type Asterisk } from './asterisk.ts'
import { checkFaults } from './fault-check.ts'
import { measureLine } from './figures.ts'
import { APP, checkLine } from './line-check.ts'
import { startSoftphone } from './softphone.ts'
import { throwAwayDebian, type ThrowAwayDebian } from './throw-away-debian.ts'
import { checkWakeUp } from './wake-up-check.ts'

/** An empty bridge, because the softphone doesn't start on a machine with nothing but a loopback. */
const NETWORK =
  'ip link set lo up && ip link add alone type bridge && ip addr add 192.0.2.1/32 dev alone && ip link set alone up'

/** Telephones that are called at once for the figures. */
const MANY = 20

const PARTS = ['line', 'wake-up', 'rounds', 'faults'] as const

/**
 * Wakes up real SIP telephones by a line of our own: an Asterisk in the house with two telephones and a trunk, and another
 * one as the provider behind it. SIP_ROOT is a folder to keep the Debian in. Arguments choose parts, or `figures`. All of it runs where
 * the loopback is the only network, so nothing else can be contacted.
 */
await runCheck(async () => {
  const inside = process.env['SIP_INSIDE']
  await using debian = await throwAwayDebian(inside ?? process.env['SIP_ROOT'])
  await (inside === undefined ? runAlone(debian) : run(debian))
})

/** Runs this program again, on a network of its own. */
async function runAlone({ folder }: ThrowAwayDebian): Promise<void> {
  const again = `${NETWORK} && exec "$@"`
  const child = spawn('unshare', ['--net', 'sh', '-c', again, 'sh', process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, SIP_INSIDE: folder },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 77) throw new CannotRunError('It said why.')
  if (code !== 0) throw new Error('It said what failed.')
}

async function run(debian: ThrowAwayDebian): Promise<void> {
  const start = performance.now()
  const say = (words: string) =>
    void process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${words}\n`)
  const asked = process.argv.slice(2)
  if (asked.includes('figures')) return measure(debian, say)
  const does = (part: (typeof PARTS)[number]) => asked.length === 0 || asked.includes(part)
  const [sip = 0, ari = 0, farSip = 0, farAri = 0, wrongSip = 0, wrongAri = 0, ...phones] = await freePorts(12)
  const [house, provider, wrong] = [
    { sip, ari, rtp: 31_000 },
    { sip: farSip, ari: farAri, rtp: 31_400 },
    { sip: wrongSip, ari: wrongAri, rtp: 31_800 },
  ]
  await using behind = await startAsterisk(debian, 'provider', provider, providerFiles(provider))
  const startHouse = () => startAsterisk(debian, 'house', house, houseFiles(house, provider, APP))
  let asterisk = await startHouse()
  await using _house = { [Symbol.asyncDispose]: () => asterisk.kill() }
  const phone = (name: string, server: number, at: number) =>
    startSoftphone(debian, name, { server, sip: phones[at]!, control: phones[at + 1]! })
  await using bed = await phone('601', sip, 0)
  await using far = await phone('far', farSip, 2)
  await asterisk.endpointIs('601', 'online')
  await asterisk.endpointIs('trunk', 'online')
  await behind.endpointIs('far', 'online')
  await behind.endpointIs('house', 'online')
  say('two Asterisks run in a throw-away Debian; a telephone, the trunk and a far telephone have registered')
  try {
    if (does('line')) for await (const held of checkLine(asterisk, { bed, far })) say(held)
    if (does('wake-up')) for await (const held of checkWakeUp(asterisk, bed)) say(held)
    if (!does('rounds') && !does('faults')) return
    await bed.die()
    await using again = await phone('601', sip, 4)
    await asterisk.endpointIs('601', 'online')
    const refusedFiles = houseFiles(wrong, provider, APP, { password: 'not it' })
    const refused = { asterisk: await startAsterisk(debian, 'wrong', wrong, refusedFiles), far }
    await using _refused = refused.asterisk
    const besides = { refused, restartAsterisk: async () => (asterisk = await startHouse()) }
    for (const which of ['rounds', 'once'] as const)
      if (does(which === 'once' ? 'faults' : which))
        for await (const held of checkFaults(which, asterisk, again, besides)) say(held)
  } catch (cause) {
    throw new Error(`${lastWords(asterisk)}\n${lastWords(behind)}`, { cause })
  }
}

async function measure(debian: ThrowAwayDebian, say: (words: string) => void): Promise<void> {
  await using started = new AsyncDisposableStack()
  const [sip = 0, ari = 0, ...ports] = await freePorts(2 + 2 * MANY)
  const names = Array.from({ length: MANY }, (_, at) => String(601 + at))
  const house = { sip, ari, rtp: 31_000 }
  const asterisk = started.use(
    await startAsterisk(debian, 'house', house, houseFiles(house, house, APP, { phones: names })),
  )
  const phones = []
  for (const [at, name] of names.entries()) {
    const own = { server: sip, sip: ports[2 * at]!, control: ports[2 * at + 1]! }
    const phone = started.use(await startSoftphone(debian, name, own))
    phones.push({ number: `+61491570${name}`, endpoint: `PJSIP/${name}`, phone })
    await asterisk.endpointIs(name, 'online')
  }
  for await (const figure of measureLine(asterisk, phones)) say(figure)
}

function lastWords({ output }: Asterisk): string {
  return output().split('Asterisk Ready').at(-1)!.split('\n').slice(-10).join('\n')
}
