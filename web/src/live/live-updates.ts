import type { LiveEvent } from '@reveille/contract/notices'
import { useEffect } from 'react'
import { currentSilence, heard, unheard, useSilence, type Silence } from '../api/contact.ts'
import { queryClient } from '../api/queries.tsx'
import { askSessionAgain } from '../session/session-store.ts'
import { hearSignedOut, leaveIfSignedOut } from '../session/signed-out-elsewhere.ts'

const FALLBACK_MS = 15_000
/** EventSource.CLOSED */
const CLOSED = 2
const MOVING = ['calls', 'schedules'] as const

/** One connection, however many parts of the page listen: browsers allow few. */
let connection: EventSource | null = null
let listeners = 0
let endHearing: (() => void) | undefined
let connected = false
let missed = false

/**
 * DASH-10: while a page is open, the server reports what changed, and the page fetches what it shows again. After a gap
 * in the connection everything is fetched again, because nobody knows what was missed. While the server isn't heard,
 * what is drawn again with this starts to ask by itself.
 */
export function useLiveUpdates(): Silence | null {
  useEffect(listen, [])
  return useSilence()
}

/** What `useLiveUpdates` does while a part of the page is mounted; returns its end. */
export function listen(): () => void {
  if (listeners === 0) endHearing = hearSignedOut()
  listeners++
  connection ??= connect()
  return () => {
    listeners--
    if (listeners === 0) disconnect()
  }
}

/** For queries: the polling interval while the server cannot report changes (ms); false while it can. */
export const fallbackInterval = (): number | false => (connected && currentSilence() === null ? false : FALLBACK_MS)

function connect(): EventSource | null {
  if (typeof EventSource !== 'function') return null // pages ask by themselves
  const events = new EventSource('/api/events')
  events.addEventListener('open', () => {
    connected = true
    heard()
    // What the page shows was fetched before changes could be reported to it, a moment or a gap ago.
    if (missed) refetchEverything()
    else for (const changed of MOVING) refetch(changed)
    missed = false
  })
  events.addEventListener('error', () => {
    const broke = connected
    connected = false
    missed = true
    if (broke) unheard({ failing: false, surely: true })
    // After an answer that is no stream, such as a proxy's, a browser doesn't try again.
    if (events.readyState === CLOSED) setTimeout(() => reopen(events), FALLBACK_MS)
  })
  events.addEventListener('message', ({ data }) => {
    const { changed } = JSON.parse(String(data)) as LiveEvent
    if (changed === 'signed-out') return void leaveIfSignedOut().catch(() => undefined) // what is asked next tells it too
    refetch(changed)
    // Once its call has been dialled, the schedule's next call is another one; a one-time schedule leaves the list.
    if (changed === 'calls') refetch('schedules')
  })
  return events
}

function reopen(closed: EventSource): void {
  if (connection === closed) connection = connect()
}

function disconnect(): void {
  endHearing?.()
  connection?.close()
  connection = null
  connected = false
  missed = false
}

function refetchEverything(): void {
  askSessionAgain()
  void queryClient.invalidateQueries()
}

function refetch(changed: Exclude<LiveEvent['changed'], 'signed-out'>): void {
  if (changed === 'account') askSessionAgain()
  void queryClient.invalidateQueries({ queryKey: [changed] })
}
