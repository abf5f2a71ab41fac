import { PHONE } from './exchange-settings.ts'
import type { Exchange, ExchangeEvent } from './exchange.ts'
import { openRtpStream } from './rtp-stream.ts'
import { openSandboxLine, type SandboxCall } from './sandbox-line.ts'

/** Q.850 causes of a declined call: busy and rejected. */
const DECLINED = new Set([17, 21])
const LONGEST_RING_S = 60

export type SipHandset = { [Symbol.asyncDispose](): Promise<void> }

/**
 * Makes a SIP telephone ring for every sandbox call that no test controls. To the sandbox it looks like its page; to the
 * exchange, like the program that dials the telephone.
 */
export async function joinSipHandset(sandboxUrl: string, exchange: Exchange): Promise<SipHandset> {
  const legs = new Map<string, Leg>()
  const watch = await openSandboxLine(sandboxUrl, {
    calls(calls) {
      for (const call of calls.filter(({ scripted }) => !scripted)) follow(call)
    },
  })
  function follow(call: SandboxCall): void {
    const leg = legs.get(call.sid)
    if (call.status === 'ringing' && leg === undefined) legs.set(call.sid, startLeg(sandboxUrl, exchange, call))
    else if (!['queued', 'ringing', 'in-progress'].includes(call.status)) leg?.end()
  }
  return {
    async [Symbol.asyncDispose]() {
      watch.close()
      await Promise.all([...legs.values()].map((leg) => leg.end()))
    },
  }
}

type Leg = { end(): Promise<void> }

/** One call: the telephone on one side, the sandbox on the other. */
function startLeg(sandboxUrl: string, exchange: Exchange, { sid, from }: SandboxCall): Leg {
  const phone = `phone-${sid}`
  let isAnswered = false
  let closeMedia = () => {}
  let ended: Promise<void> | null = null
  const lost = (error: unknown) => void process.stderr.write(`call ${sid}: ${String(error)}\n`)
  const stop = exchange.onEvent((event) => void handle(event).catch(lost))
  const opening = open().catch(lost)

  async function open() {
    const line = await openSandboxLine(sandboxUrl, { frame: (frame) => media?.send(frame) })
    closeMedia = () => line.close()
    await exchange.command('POST', `/channels?${dialling(phone, from)}`)
    return line
  }

  let media: Awaited<ReturnType<typeof connectMedia>> | null = null
  async function handle(event: ExchangeEvent): Promise<void> {
    if (event.channel?.id !== phone) return
    const line = await opening
    if (!line) return
    if (event.type === 'ChannelDtmfReceived') line.tell({ type: 'key', key: event.digit ?? '' }, sid)
    if (event.type === 'StasisStart') {
      // Connect the audio before answering, so that the first words are heard.
      media = await connectMedia(exchange, sid, phone)
      isAnswered = true
      line.tell({ type: 'answer' }, sid)
    }
    if (event.type !== 'ChannelDestroyed') return
    if (isAnswered) line.tell({ type: 'hang-up' }, sid)
    else if (DECLINED.has(event.cause ?? 0)) line.tell({ type: 'decline' }, sid)
    // Otherwise the phone is off or unreachable, and the call rings until the carrier gives up.
  }

  async function hangUp(): Promise<void> {
    await opening
    stop()
    await exchange.command('DELETE', `/channels/${phone}`).catch(() => {}) // the phone may have hung up
    await media?.close()
    closeMedia()
  }
  return { end: () => (ended ??= hangUp()) }
}

function dialling(channelId: string, callerId: string): URLSearchParams {
  const endpoint = `PJSIP/${PHONE.name}`
  return new URLSearchParams({ endpoint, app: 'reveille', channelId, callerId, timeout: String(LONGEST_RING_S) })
}

/** Bridges the telephone's channel with a second one that carries our audio. */
async function connectMedia(exchange: Exchange, sid: string, phone: string) {
  const stream = await openRtpStream()
  const [ours, bridge] = [`media-${sid}`, `bridge-${sid}`]
  const channel = { app: 'reveille', channelId: ours, external_host: `127.0.0.1:${stream.port}`, format: 'ulaw' }
  await exchange.command('POST', `/channels/externalMedia?${new URLSearchParams(channel)}`)
  const variable = `/channels/${ours}/variable?variable=UNICASTRTP_LOCAL_PORT`
  const { value } = (await exchange.command('GET', variable)) as { value: string }
  stream.aim(Number(value))
  await exchange.command('POST', `/bridges?type=mixing&bridgeId=${bridge}`)
  await exchange.command('POST', `/bridges/${bridge}/addChannel?channel=${phone},${ours}`)
  return {
    send: stream.send,
    async close() {
      stream.close()
      await exchange.command('DELETE', `/channels/${ours}`).catch(() => {}) // gone with the bridge
      await exchange.command('DELETE', `/bridges/${bridge}`).catch(() => {})
    },
  }
}
