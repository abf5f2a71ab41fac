import { runCheck } from '../cannot-run.ts'
import { freePorts } from '../free-ports.ts'
import { houseFiles, providerFiles } from './asterisk-settings.ts'
import { startAsterisk, type Asterisk } from './asterisk.ts'
import { checkFaults } from './fault-check.ts'
import { APP, checkLine } from './line-check.ts'
import { startSoftphone } from './softphone.ts'
import { throwAwayDebian } from './throw-away-debian.ts'
import { checkWakeUp } from './wake-up-check.ts'

/**
 * Wakes up real SIP telephones by a line of our own: an Asterisk in the house with two telephones and a trunk, and another
 * one as the provider behind it. SIP_ROOT is a folder to keep the Debian in.
 */
await runCheck(run)

async function run(): Promise<void> {
  const start = performance.now()
  const say = (words: string) =>
    void process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${words}\n`)
  await using debian = await throwAwayDebian(process.env['SIP_ROOT'])
  const [sip = 0, ari = 0, farSip = 0, farAri = 0, ...phones] = await freePorts(10)
  const [house, provider] = [
    { sip, ari, rtp: 31_000 },
    { sip: farSip, ari: farAri, rtp: 31_400 },
  ]
  await using behind = await startAsterisk(debian, 'provider', provider, providerFiles(provider))
  await using asterisk = await startAsterisk(debian, 'house', house, houseFiles(house, provider, APP))
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
    for await (const held of checkLine(asterisk, { bed, far })) say(held)
  } catch (cause) {
    throw new Error(`${lastWords(asterisk)}\n${lastWords(behind)}`, { cause })
  }
  for await (const held of checkWakeUp(asterisk, bed)) say(held)
  await using again = await phone('601', sip, 4)
  await asterisk.endpointIs('601', 'online')
  for await (const held of checkFaults(asterisk, again)) say(held)
}

function lastWords({ output }: Asterisk): string {
  return output().split('Asterisk Ready').at(-1)!.split('\n').slice(-10).join('\n')
}
