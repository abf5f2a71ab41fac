import { randomUUID } from 'node:crypto'
import type { Exchange } from '../exchange/exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { deliver } from '../webhook/deliver.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { laterAnyway } from './call-timers.ts'
import { isOver, type LiveCall } from './call.ts'

/**
 * Sends a callback of a call after those under way, and counts as activity of the call until settled. Faults decide
 * here what is lost, doubled, late or out of order.
 */
export function sendCallback(exchange: Exchange, live: LiveCall, webhook: Webhook, event: Fault['event']): void {
  const occasion = { to: live.call.to, event }
  const { faults } = exchange
  if (faults.strikes('callback-lost', occasion)) return
  const isHeld = !isOver(live.call) && faults.strikes('callback-after-end', occasion)
  if (isHeld) return void live.heldToEnd.push(webhook)
  const delayed = faults.strikes('callback-delayed', occasion)
  if (delayed) return laterAnyway(live, delayed.delayMs, () => enqueue(exchange, live, webhook))
  if (faults.strikes('callback-reordered', occasion)) return void live.heldToNext.push(webhook)
  const forged = faults.strikes('callback-forged', occasion) !== null
  const sent = { ...webhook, forged, idempotencyToken: randomUUID() }
  enqueue(exchange, live, sent)
  const doubled = faults.strikes('callback-doubled', occasion)
  for (let i = 0; i < (doubled?.copies ?? 0); i++) enqueue(exchange, live, sent)
  for (const held of live.heldToNext.splice(0)) enqueue(exchange, live, held)
}

/** Sends what was held back until the end of the call. */
export function sendHeld(exchange: Exchange, live: LiveCall): void {
  const held = [...live.heldToNext.splice(0), ...live.heldToEnd.splice(0)]
  for (const webhook of held) enqueue(exchange, live, webhook)
}

function enqueue(exchange: Exchange, live: LiveCall, webhook: Webhook): void {
  live.callbacks = live.callbacks.then(async () => void (await deliver(exchange, webhook)))
  void live.activity.track(live.callbacks)
}
