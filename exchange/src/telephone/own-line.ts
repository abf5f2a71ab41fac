import { endCall, keep, pickUp, runInstructions } from '../calls/call-life.ts'
import { later } from '../calls/call-timers.ts'
import { isMute, isOver, type Call, type LiveCall } from '../calls/call.ts'
import { newLiveCall, receiveCall } from '../calls/place-call.ts'
import { announce } from '../calls/send-callback.ts'
import { takeRecording, TelephoneLine } from '../line/telephone-line.ts'
import { completeRecording } from '../recordings/recording-callbacks.ts'
import type { Refusal } from '../rest/refusal.ts'
import { knownCall, type Exchange, type Phones } from '../state/exchange.ts'
import { startOver } from '../twiml/run-call.ts'
import { Ari, type AriEvent, type AriLogin, type Channel } from './ari.ts'
import { resourceOf, targetOf, type DialPlan } from './dial-plan.ts'
import {
  BROKE_OFF,
  endingOf,
  MAY_HAVE_RUNG,
  MISCONFIGURED,
  NO_LINE,
  NOT_DIALED,
  PHONE_OFF,
  RANG_OUT,
  SILENT_TRUNK,
  type Ending,
} from './endings.ts'

export type OwnLineOptions = DialPlan & { login: AriLogin; linesAtOnce: number; warn: (what: string) => void }

/** Added to the requested ring and talk times before Asterisk hangs up by itself. */
const MARGIN_S = 30
const LONGEST_INCOMING_S = 120
/** A new call gets its channel within this time. */
const CHANNEL_WITHIN_MS = 2_000
/** A call whose audio connection stays broken longer is over: nobody listens to silence. */
const MENDED_WITHIN_MS = 15_000

type TelephoneCall = LiveCall & { line: TelephoneLine }

/** A telephone line: Asterisk dials, we hold the conversation. */
export class OwnLine implements Phones {
  readonly ari: Ari
  readonly #exchange: () => Exchange
  readonly #options: OwnLineOptions
  /** Calls of an earlier run that we haven't found in Asterisk yet. */
  readonly #unadopted = new Set<TelephoneCall>()
  /** The SIP code by which the provider last refused us; null since it took a call. */
  refusedBy: number | null = null

  constructor(exchange: () => Exchange, options: OwnLineOptions) {
    this.#exchange = exchange
    this.#options = options
    this.ari = new Ari(options.login, {
      onEvent: (event) => this.#hear(event),
      onConnected: () => void this.#readStates(),
      onTrouble: options.warn,
    })
  }

  newLine = ({ sid, request, answeredAt }: Call): TelephoneLine =>
    this.#lineTo(sid, answeredAt !== null && request.Record === 'true')

  refusal = (to: string): Refusal | null => {
    const busy = (message: string, retryAfterS: number) => ({ status: 429, code: 20429, message, retryAfterS })
    if (targetOf(this.#options, to) === null)
      return { status: 400, code: 21215, message: `${to} is not in ASTERISK_PHONES, and ASTERISK_DIAL is unset` }
    if (this.ari.state !== 'connected') return busy('Asterisk is not connected', 15)
    return this.#living().length >= this.#options.linesAtOnce ? busy('Every line is in use', 5) : null
  }

  ended = (live: LiveCall): void => {
    void live.activity.settled().then(() => this.#exchange().calls.delete(live.call.sid))
  }

  ring = (live: LiveCall): void => {
    if (isByTelephone(live)) void this.#dial(live)
  }

  /** Resumes the calls of an earlier run, once Asterisk lists its channels. */
  adopt(calls: readonly Call[]): void {
    for (const call of calls) {
      const live = newLiveCall(this.#exchange(), call)
      this.#exchange().calls.set(call.sid, live)
      if (!isByTelephone(live)) continue
      this.#unadopted.add(live)
      this.#mendInTime(live)
    }
    if (this.ari.state === 'connected') void this.#readStates()
  }

  async #dial(live: TelephoneCall): Promise<void> {
    const { call, line } = live
    const { endpoint, byTrunk } = targetOf(this.#options, call.to)!
    const { Timeout: ringS, TimeLimit: talkS } = call.request
    call.startedAt = line.now()
    announce(this.#exchange(), live, 'initiated')
    this.#ringUntil(live, ringS * 1_000)
    let mayRing = false
    try {
      await line.prepare()
      if (isOver(call)) return
      const { app } = this.#options.login
      const made = await this.ari.ask('POST', '/channels/create', { endpoint, app, channelId: call.sid })
      if (made.status !== 200) return this.#end(live, await this.#whyNoChannel(endpoint, byTrunk, made.status))
      // So that the phone doesn't outlive us, whatever happens to this program.
      await this.#set(call.sid, 'TIMEOUT(absolute)', String(ringS + talkS + MARGIN_S))
      await this.#set(call.sid, 'CONNECTEDLINE(num,i)', call.from)
      // The call was ended meanwhile, before there was a channel to hang up.
      if (isOver(call)) return line.close()
      mayRing = true
      const dialed = await this.ari.order(`/channels/${call.sid}/dial`, { timeout: String(ringS) })
      if (dialed.status >= 300) this.#end(live, NOT_DIALED)
    } catch (error) {
      const what = mayRing ? 'a call is in doubt' : 'a call was not dialed'
      this.#options.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`)
      this.#end(live, mayRing ? MAY_HAVE_RUNG : NOT_DIALED)
    }
  }

  /** Without any sign of ringing, nobody was called: a trunk that is silent is broken, and a phone that is silent is off. */
  #ringUntil(live: TelephoneCall, ms: number): void {
    const silent = this.#isByTrunk(live) ? SILENT_TRUNK : PHONE_OFF
    later(live, ms, () => {
      // Somebody may have picked up meanwhile, which the next connection shows.
      if (this.#isApart(live)) return this.#mendInTime(live)
      this.#end(live, live.call.status === 'ringing' ? RANG_OUT : silent)
    })
  }

  #isByTrunk({ call }: LiveCall): boolean {
    return targetOf(this.#options, call.to)?.byTrunk ?? true
  }

  /** Asterisk makes no channel to a phone that is off, and none to an endpoint that it doesn't have. */
  async #whyNoChannel(endpoint: string, byTrunk: boolean, status: number): Promise<Ending> {
    const technology = endpoint.split('/')[0] ?? ''
    const { status: found } = await this.ari.ask('GET', `/endpoints/${technology}/${resourceOf(endpoint)}`)
    if (found === 200) return byTrunk ? NO_LINE : PHONE_OFF
    this.#options.warn(`Asterisk has no endpoint ${technology}/${resourceOf(endpoint)} (HTTP ${status})`)
    return MISCONFIGURED
  }

  #hear(event: AriEvent): void {
    const channel = event.channel ?? event.peer
    if (channel === undefined) return
    if (event.type === 'StasisStart') return this.#onOurs(channel)
    const live = this.#living().find(({ line }) => line.channelId === channel.id)
    if (live === undefined) return
    if (event.type === 'ChannelStateChange') this.#follow(live, channel)
    // A 183 carries the network's own sounds, so the phone may be ringing.
    if (event.type === 'Dial' && event.dialstatus === 'PROGRESS') this.#rings(live)
    if (event.type === 'ChannelDtmfReceived' && event.digit) {
      const wasHeard = live.line.keypad.press(event.digit)
      this.#exchange().journal.add('key-pressed', { sid: live.call.sid, wasHeard })
    }
    if (event.type === 'ChannelDestroyed') this.#ended(live, event)
  }

  #onOurs({ id, name, caller }: Channel): void {
    if (name.startsWith('WebSocket/') || knownCall(this.#exchange(), id) !== null) return
    void this.#takeIncoming(id, caller?.number ?? '')
  }

  #ended(live: TelephoneCall, { cause = 0, tech_cause: sip }: AriEvent): void {
    const { call } = live
    if (call.answeredAt !== null) return this.#end(live, { status: 'completed' })
    const byTrunk = this.#isByTrunk(live)
    const ending = endingOf({ cause, sip, rang: call.status === 'ringing', byTrunk })
    if (ending === MISCONFIGURED && byTrunk) {
      this.refusedBy = sip ?? null
      this.#options.warn(
        `the provider refused a call (SIP ${sip}): correct the trunk's user and password in pjsip.conf`,
      )
    }
    this.#end(live, ending)
  }

  #follow(live: TelephoneCall, { state }: Channel): void {
    if (state === 'Ringing') this.#rings(live)
    if (state === 'Up') void this.#answered(live)
  }

  #rings(live: TelephoneCall): void {
    const { call } = live
    if (call.status !== 'queued') return
    if (this.#isByTrunk(live)) this.refusedBy = null
    call.status = 'ringing'
    announce(this.#exchange(), live, 'ringing')
    keep(this.#exchange(), call)
    this.#exchange().journal.add('ringing', { sid: call.sid })
  }

  async #answered(live: TelephoneCall): Promise<void> {
    const { call, line } = live
    if (call.answeredAt !== null) return
    this.#rings(live)
    try {
      const joining = line.join(call.request.Record === 'true')
      pickUp(this.#exchange(), live, 'human')
      await joining
    } catch (error) {
      this.#options.warn(`a call broke off: ${String(error)}`)
      this.#end(live, BROKE_OFF)
    }
  }

  async #takeIncoming(channelId: string, from: string): Promise<void> {
    const line = this.#lineTo(channelId)
    try {
      await this.#set(channelId, 'TIMEOUT(absolute)', String(LONGEST_INCOMING_S))
      await line.prepare()
      await this.ari.ask('POST', `/channels/${channelId}/answer`)
      await line.join(false)
      await receiveCall(this.#exchange(), from, line)
    } catch (error) {
      this.#options.warn(`an incoming call broke off: ${String(error)}`)
      line.close()
    }
  }

  /** Reads the state of each call in progress, because events were missed. */
  async #readStates(): Promise<void> {
    let channels: Channel[]
    try {
      channels = await this.ari.channels()
    } catch {
      return // the connection broke again, and this is called again
    }
    const found = new Map(channels.map((channel) => [channel.id, channel]))
    const now = this.#exchange().now()
    this.#hangUpEnded(found.keys())
    for (const live of this.#living()) {
      const channel = found.get(live.line.channelId)
      const begun = live.call.startedAt ?? live.call.createdAt
      if (channel !== undefined) void this.#goOn(live, channel)
      // A call that hasn't rung yet may still be waiting for its channel.
      else if (this.#unadopted.has(live) || live.call.status !== 'queued' || begun < now - CHANNEL_WITHIN_MS)
        this.#lost(live)
    }
    await this.#takeLeftRecordings().catch((error: unknown) =>
      this.#options.warn(`recordings stay in Asterisk: ${String(error)}`),
    )
  }

  /** Fetches recordings that couldn't be fetched when their calls ended, and deletes those that nothing waits for. */
  async #takeLeftRecordings(): Promise<void> {
    const exchange = this.#exchange()
    const prefix = `${this.#options.login.app}-`
    for (const name of await this.ari.recordings()) {
      const sid = name.slice(prefix.length)
      // Calls in memory fetch their own recordings.
      if (!name.startsWith(prefix) || exchange.calls.has(sid)) continue
      const waiting = [...exchange.recordings.values()].find(
        ({ callSid, status }) => callSid === sid && status === 'processing',
      )
      if (waiting === undefined || waiting.deleted) await this.ari.ask('DELETE', `/recordings/stored/${name}`)
      else {
        const audio = await takeRecording(this.ari, name)
        if (audio !== 'later' && !waiting.deleted) completeRecording(exchange, waiting, audio)
      }
    }
  }

  /** Hangs up the channels of calls that ended while Asterisk couldn't be reached. */
  #hangUpEnded(channelIds: Iterable<string>): void {
    for (const id of channelIds) {
      const call = knownCall(this.#exchange(), id)
      if (call !== null && isOver(call)) this.#lineTo(id).close()
    }
  }

  /** Continues a call whose channel is still up. If its audio was cut, its instructions start over. */
  async #goOn(live: TelephoneCall, channel: Channel): Promise<void> {
    const isAdopted = this.#unadopted.delete(live)
    // We don't know whether Asterisk was asked to dial it. A talk starts over once, not at each crash.
    if (isAdopted && (channel.state === 'Down' || live.call.tookUp)) return this.#lost(live)
    try {
      const wasCut = live.line.isCut() && (isAdopted || live.call.startedAt !== null)
      if (wasCut) await live.line.prepare('again')
      if (wasCut && live.call.answeredAt !== null) await live.line.join(live.call.request.Record === 'true')
      if (isAdopted) this.#takeUp(live)
      else if (wasCut && live.call.answeredAt !== null) startOver(live)
      this.#follow(live, channel)
    } catch {
      // Still cut: the next connection tries again, until the call counts as lost.
      if (isAdopted) this.#unadopted.add(live)
    }
  }

  /** Resumes a call of an earlier run: it keeps ringing, or its talk starts over. */
  #takeUp(live: TelephoneCall): void {
    const { call } = live
    const now = this.#exchange().now()
    if (call.answeredAt === null) {
      const leftMs = (call.startedAt ?? call.createdAt) + call.request.Timeout * 1_000 - now
      return this.#ringUntil(live, Math.max(1, leftMs))
    }
    call.tookUp = true
    keep(this.#exchange(), call)
    const leftMs = call.answeredAt + call.request.TimeLimit * 1_000 - now
    later(live, Math.max(1, leftMs), () => this.#end(live, { status: 'completed' }))
    void live.activity.track(runInstructions(this.#exchange(), live))
  }

  /** Our audio can't reach the call: Asterisk ended, or the network between us broke. */
  #cut(channelId: string): void {
    const live = this.#living().find(({ line }) => line.channelId === channelId)
    if (live === undefined) return
    // A ringing phone needs no audio yet.
    if (live.call.answeredAt !== null) this.#mendInTime(live)
    if (this.ari.state === 'connected') void this.#readStates()
  }

  #mendInTime(live: TelephoneCall): void {
    later(live, MENDED_WITHIN_MS, () => {
      if (this.#isApart(live) || isMute(live)) this.#lost(live)
    })
  }

  /** Whether we get no events about the call, or can't play anything in it. */
  #isApart({ line }: TelephoneCall): boolean {
    return this.ari.state !== 'connected' || line.isCut()
  }

  /** Ends a call whose channel is gone, or that can't be continued, when we don't know how it ended. */
  #lost(live: TelephoneCall): void {
    this.#unadopted.delete(live)
    this.#end(live, live.call.answeredAt === null ? MAY_HAVE_RUNG : BROKE_OFF)
  }

  #living(): TelephoneCall[] {
    return [...this.#exchange().calls.values()].filter(isByTelephone).filter(({ call }) => !isOver(call))
  }

  #lineTo(channelId: string, isRecorded = false): TelephoneLine {
    const { app } = this.#options.login
    const now = () => this.#exchange().now()
    return new TelephoneLine({ ari: this.ari, channelId, app, now, isRecorded, onCut: () => this.#cut(channelId) })
  }

  #end(live: LiveCall, { status, sipResponseCode }: Ending): void {
    endCall(this.#exchange(), live, status, sipResponseCode === undefined ? {} : { sipResponseCode })
  }

  async #set(channelId: string, variable: string, value: string): Promise<void> {
    await this.ari.ask('POST', `/channels/${channelId}/variable`, { variable, value })
  }
}

const isByTelephone = (live: LiveCall): live is TelephoneCall => live.line.kind === 'telephone'
