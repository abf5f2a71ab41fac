// @ts-check
import {
  actionButton,
  caption,
  clearCaptions,
  drawCall,
  drawKeypad,
  drawOthers,
  drawTalkTime,
  flash,
  isOpen,
  keys,
  note,
  showLoudness,
  stopCaptions,
} from './phone-face.js'
import { hasVoice, openEarpiece, readingMs, speak, startRingtone, stopSpeaking } from './sound.js'

/** @import { Call } from './connection.js' */
/** @import { Earpiece } from './sound.js' */

/** The phone on the page: rings, answers, plays the line's audio and sends keys. */
export class Phone {
  /** @type {string | null} the call this page has picked up */
  #held = null
  /** @type {Earpiece | null} */
  #earpiece = null
  /** @type {(() => void) | null} */
  #stopRinging = null
  /** @type {Call | null} */
  #shown = null
  #send

  /** @param {(message: Record<string, unknown>) => void} send */
  constructor(send) {
    this.#send = send
    drawKeypad((key) => this.#press(key))
    addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof HTMLInputElement
      if (!isTyping && !event.ctrlKey && !event.metaKey && keys.includes(event.key)) this.#press(event.key)
    })
    setInterval(() => {
      if (this.#shown?.status === 'in-progress' && this.#shown.sid === this.#held) drawTalkTime(this.#shown)
    }, 500)
  }

  /** @param {Call[]} calls newest first */
  show(calls) {
    const mine = calls.filter((call) => !call.scripted)
    const current = mine.find((call) => call.sid === this.#held) ?? mine.find(isOpen) ?? mine[0] ?? null
    const others = mine.filter((call) => call !== current && isOpen(call))
    if (current && this.#held === current.sid && !isOpen(current)) this.#letGo()
    this.#ring(current?.status === 'ringing')
    drawOthers(others, (call) => this.#buttonsFor(call))
    if (!current || (this.#shown?.sid === current.sid && this.#shown.status === current.status)) return
    this.#shown = current
    drawCall(current, this.#held === current.sid, this.#buttonsFor(current))
  }

  /** @param {ArrayBuffer} frame */
  play(frame) {
    this.#earpiece?.play(frame)
  }

  /** @param {{ id: number, text: string, voice: string | null }} words */
  say({ id, text, voice }) {
    const sid = this.#held
    caption(text, readingMs(text))
    const asked = voice === null ? '' : `The call asks for the voice ${voice}. `
    note(asked + (hasVoice() ? "Spoken by this browser's own voice." : 'This browser has no voice. Read along.'))
    speak(text, () => sid && this.#send({ type: 'spoken', sid, id }))
  }

  silence() {
    stopCaptions()
    this.#earpiece?.silence()
    stopSpeaking()
  }

  /** @param {Call} call */
  #buttonsFor({ sid, status }) {
    if (status === 'in-progress' && this.#held === sid) {
      return [actionButton('Hang up', 'decline', () => this.#send({ type: 'hang-up', sid }))]
    }
    if (status !== 'ringing' || this.#held !== null) return []
    return [
      actionButton('Decline', 'decline', () => this.#send({ type: 'decline', sid })),
      actionButton('Answer', 'answer', () => void this.#answer(sid)),
    ]
  }

  /** @param {string} sid */
  async #answer(sid) {
    this.#held = sid
    clearCaptions()
    note('')
    try {
      this.#earpiece = await openEarpiece(showLoudness)
    } catch {
      note("This browser can't play sound. Read along instead.")
    }
    this.#send({ type: 'answer', sid })
  }

  /** @param {string} key */
  #press(key) {
    if (this.#held === null) return
    this.#send({ type: 'key', sid: this.#held, key })
    flash(key)
  }

  /** @param {boolean} isRinging */
  #ring(isRinging) {
    if (isRinging) {
      this.#stopRinging ??= startRingtone()
      return
    }
    this.#stopRinging?.()
    this.#stopRinging = null
  }

  #letGo() {
    this.#held = null
    this.#earpiece?.close()
    this.#earpiece = null
    stopSpeaking()
    showLoudness(0)
  }
}
