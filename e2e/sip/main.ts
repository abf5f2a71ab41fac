import { runCheck } from '../cannot-run.ts'
import { freePorts } from '../free-ports.ts'
import { RTP_PORT } from './exchange-settings.ts'
import { startExchange } from './exchange.ts'
import { checkLine } from './line-check.ts'
import { startSoftphone } from './softphone/softphone.ts'
import { throwAwayDebian } from './throw-away-debian.ts'
import { checkWakeUp } from './wake-up-check.ts'

/** Wakes up a real SIP telephone behind the sandbox. SIP_ROOT is a folder to keep the Debian in. */
await runCheck(run)

async function run(): Promise<void> {
  const start = performance.now()
  const say = (words: string) =>
    void process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${words}\n`)
  await using debian = await throwAwayDebian(process.env['SIP_ROOT'])
  say('a throw-away Debian with an exchange and a softphone is ready')
  const [sip = 0, ari = 0, phoneSip = 0, phoneControl = 0] = await freePorts(4)
  const ports = { host: '127.0.0.1', sip, ari, rtp: RTP_PORT, phoneSip, phoneControl }
  await using exchange = await startExchange(debian, ports)
  await using phone = await startSoftphone(debian, ports)
  await exchange.phoneIs('online')
  say('the softphone has registered')
  say(await checkLine(exchange, phone))
  for await (const held of checkWakeUp(exchange, phone)) say(held)
}
