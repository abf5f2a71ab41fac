import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { CANNOT_RUN, CannotRunError } from '../../cannot-run.ts'
import { freePorts } from '../../free-ports.ts'
import { PHONE, RTP_PORT } from '../exchange-settings.ts'
import { startExchange } from '../exchange.ts'
import { joinSipHandset } from '../sip-handset.ts'
import { throwAwayDebian } from '../throw-away-debian.ts'

const { values } = parseArgs({
  options: {
    sandbox: { type: 'string', default: 'http://localhost:3001' },
    /** This machine's address as the softphone reaches it. */
    listen: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '5060' },
  },
})

/** Makes your softphone ring for every call of a running sandbox, until Ctrl-C (docs/sip.md). */
try {
  await run()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = error instanceof CannotRunError ? CANNOT_RUN : 1
}

async function run(): Promise<void> {
  await using debian = await throwAwayDebian(process.env['SIP_ROOT'])
  const [ari = 0] = await freePorts(1)
  const ports = { host: values.listen, sip: Number(values.port), ari, rtp: RTP_PORT }
  await using exchange = await startExchange(debian, ports)
  await using _handset = await joinSipHandset(values.sandbox, exchange)
  process.stdout.write(
    `Register your softphone at ${values.listen}:${values.port} (UDP) as '${PHONE.name}', password '${PHONE.password}'.\n` +
      `It rings for every call of ${values.sandbox}. Ctrl-C ends it.\n`,
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}
