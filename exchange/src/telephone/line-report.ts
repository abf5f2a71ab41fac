import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { isOver } from '../calls/call.ts'
import type { Exchange } from '../state/exchange.ts'
import type { Ari } from './ari.ts'
import { resourceOf, targetOf, type DialPlan } from './dial-plan.ts'

/** What an operator learns about the line. `wrong`: calls fail. `isSetting`: waiting doesn't change it. */
export type LineFinding = {
  what: string
  state: 'right' | 'hint' | 'wrong'
  says: string
  todo?: string
  isSetting?: true
}

const [LOOKS, LOOK_AGAIN_MS] = [15, 200]
const SOUND_MODULE = 'chan_websocket.so'

/** Looks at Asterisk, the trunk and the phones in the house. Never throws. */
export async function lineReport(
  ari: Ari,
  exchange: Exchange,
  options: DialPlan & { app: string; linesAtOnce: number; refusedBy: number | null },
): Promise<{ findings: LineFinding[] }> {
  // Right after a start it may still be connecting.
  for (let look = 0; look < LOOKS && ari.state === 'connecting'; look++) await delay(LOOK_AGAIN_MS)
  const apart = APART[ari.state]
  if (apart !== null) return { findings: [apart] }
  try {
    const inUse = [...exchange.calls.values()].filter(({ call }) => !isOver(call)).length
    const says = `version ${await versionOf(ari)}, our application is ${options.app}, ${inUse} of ${options.linesAtOnce} lines in use`
    const findings: LineFinding[] = [{ what: 'Asterisk', state: 'right', says }, await soundOf(ari)]
    if (options.dial !== null) findings.push(await trunkOf(ari, options))
    for (const [number, endpoint] of Object.entries(options.phones)) findings.push(await phoneOf(ari, number, endpoint))
    return { findings }
  } catch {
    return { findings: [wrong('Asterisk', 'it stopped answering', 'look at its log')] }
  }
}

const wrong = (what: string, says: string, todo: string): LineFinding => ({ what, state: 'wrong', says, todo })
/** A fault that waiting doesn't fix. */
const wrongSetting = (what: string, says: string, todo: string): LineFinding => ({
  ...wrong(what, says, todo),
  isSetting: true,
})

/** Why Asterisk's state can't be read. */
const APART: Record<Ari['state'], LineFinding | null> = {
  connected: null,
  connecting: wrong('Asterisk', 'it does not answer', 'start it, and check ASTERISK_URL, http.conf and ari.conf'),
  refused: wrongSetting(
    'Asterisk',
    'it refuses our user or password',
    'correct ASTERISK_USER and ASTERISK_PASSWORD (ari.conf)',
  ),
  replaced: wrong('Asterisk', 'another program took over our calls', 'stop it, then restart Reveille'),
}

async function versionOf(ari: Ari): Promise<string> {
  const { body } = await ari.ask('GET', '/asterisk/info', { only: 'system' })
  return z.object({ system: z.object({ version: z.string() }) }).safeParse(body).data?.system.version ?? 'unknown'
}

async function soundOf(ari: Ari): Promise<LineFinding> {
  const { status } = await ari.ask('GET', `/asterisk/modules/${SOUND_MODULE}`)
  const what = 'Sound'
  if (status === 200) return { what, state: 'right', says: `${SOUND_MODULE} is loaded` }
  const says = `Asterisk has no ${SOUND_MODULE}, so calls would be silent`
  return wrongSetting(what, says, 'install Asterisk 20.16, 21.11, 22.6 or later, and load the module')
}

/** A qualified endpoint is online or offline; any other is unknown until a call. */
async function endpointState(ari: Ari, endpoint: string): Promise<'online' | 'offline' | 'unknown' | 'absent'> {
  const { status, body } = await ari.ask('GET', `/endpoints/${endpoint.split('/')[0]}/${resourceOf(endpoint)}`)
  if (status !== 200) return 'absent'
  const { state } = z.object({ state: z.string() }).parse(body)
  return state === 'online' || state === 'offline' ? state : 'unknown'
}

async function trunkOf(ari: Ari, options: DialPlan & { refusedBy: number | null }): Promise<LineFinding> {
  const { endpoint } = targetOf({ ...options, phones: {} }, options.lineNumber)!
  const what = `Trunk ${resourceOf(endpoint)}`
  if (options.refusedBy !== null) {
    const says = `its provider refused our last call (SIP ${options.refusedBy})`
    return wrong(what, says, 'correct its user and password in pjsip.conf')
  }
  switch (await endpointState(ari, endpoint)) {
    case 'online':
      return {
        what,
        state: 'right',
        says: 'it answers; whether it accepts our password shows only with the first call',
      }
    case 'offline':
      return wrong(what, 'it does not answer', 'check its address and registration in pjsip.conf')
    case 'absent':
      return wrongSetting(what, 'Asterisk has no such endpoint', 'correct ASTERISK_DIAL or pjsip.conf')
    case 'unknown':
      return { what, state: 'hint', says: 'it is not watched', todo: 'set qualify_frequency in its aor (pjsip.conf)' }
  }
}

async function phoneOf(ari: Ari, number: string, endpoint: string): Promise<LineFinding> {
  const what = `Phone ${number} (${endpoint})`
  switch (await endpointState(ari, endpoint)) {
    case 'online':
      return { what, state: 'right', says: 'it is on' }
    case 'absent':
      return wrongSetting(what, 'Asterisk has no such endpoint', 'correct ASTERISK_PHONES or pjsip.conf')
    default:
      return { what, state: 'hint', says: 'it is off, or has never registered' }
  }
}
