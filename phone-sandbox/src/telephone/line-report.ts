import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { isOver } from '../calls/call.ts'
import type { Exchange } from '../exchange/exchange.ts'
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
  const state = ari.state
  const asterisk = 'Asterisk'
  if (state === 'refused')
    return one({
      what: asterisk,
      state: 'wrong',
      says: 'it refuses our user or password',
      todo: 'correct ASTERISK_USER and ASTERISK_PASSWORD (ari.conf)',
      isSetting: true,
    })
  if (state === 'replaced')
    return one({
      what: asterisk,
      state: 'wrong',
      says: 'another program took over our calls',
      todo: 'stop it, then restart Reveille',
    })
  if (state !== 'connected')
    return one({
      what: asterisk,
      state: 'wrong',
      says: 'it does not answer',
      todo: 'start it, and check ASTERISK_URL, http.conf and ari.conf',
    })
  try {
    const inUse = [...exchange.calls.values()].filter(({ call }) => !isOver(call)).length
    const findings: LineFinding[] = [
      {
        what: asterisk,
        state: 'right',
        says: `version ${await versionOf(ari)}, our application is ${options.app}, ${inUse} of ${options.linesAtOnce} lines in use`,
      },
      await soundOf(ari),
    ]
    if (options.dial !== null) findings.push(await trunkOf(ari, options))
    for (const [number, endpoint] of Object.entries(options.phones)) findings.push(await phoneOf(ari, number, endpoint))
    return { findings }
  } catch {
    return one({ what: asterisk, state: 'wrong', says: 'it stopped answering', todo: 'look at its log' })
  }
}

const one = (finding: LineFinding) => ({ findings: [finding] })

async function versionOf(ari: Ari): Promise<string> {
  const { body } = await ari.ask('GET', '/asterisk/info', { only: 'system' })
  return z.object({ system: z.object({ version: z.string() }) }).safeParse(body).data?.system.version ?? 'unknown'
}

async function soundOf(ari: Ari): Promise<LineFinding> {
  const { status } = await ari.ask('GET', `/asterisk/modules/${SOUND_MODULE}`)
  const what = 'Sound'
  if (status === 200) return { what, state: 'right', says: `${SOUND_MODULE} is loaded` }
  const todo = 'install Asterisk 20.16, 21.11, 22.6 or later, and load the module'
  return {
    what,
    state: 'wrong',
    says: `Asterisk has no ${SOUND_MODULE}, so calls would be silent`,
    todo,
    isSetting: true,
  }
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
  if (options.refusedBy !== null)
    return {
      what,
      state: 'wrong',
      says: `its provider refused our last call (SIP ${options.refusedBy})`,
      todo: 'correct its user and password in pjsip.conf',
    }
  switch (await endpointState(ari, endpoint)) {
    case 'online':
      return {
        what,
        state: 'right',
        says: 'it answers; whether it accepts our password shows only with the first call',
      }
    case 'offline':
      return {
        what,
        state: 'wrong',
        says: 'it does not answer',
        todo: 'check its address and registration in pjsip.conf',
      }
    case 'absent':
      return {
        what,
        state: 'wrong',
        says: 'Asterisk has no such endpoint',
        todo: 'correct ASTERISK_DIAL or pjsip.conf',
        isSetting: true,
      }
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
      return {
        what,
        state: 'wrong',
        says: 'Asterisk has no such endpoint',
        todo: 'correct ASTERISK_PHONES or pjsip.conf',
        isSetting: true,
      }
    default:
      return { what, state: 'hint', says: 'it is off, or has never registered' }
  }
}
