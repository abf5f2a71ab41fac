import type { LiveEvent } from '@reveille/contract/notices'
import type { QueryFilters } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentSilence, heard, unheard, useSilence, type Silence } from '../api/contact.ts'
import { queryClient } from '../api/queries.tsx'
import { askSessionAgain } from '../session/session-store.ts'
import { hearSignedOut, leaveIfSignedOut } from '../session/signed-out-elsewhere.ts'

const FALLBACK_MS = 15_000
/** EventSource.CLOSED */
const CLOSED = 2
/** What may change while a page opens. */
const MOVING = ['calls', 'schedules', 'phone-code'] as const

/** One connection per page, because browsers allow few. */
let connection: EventSource | null = null
let listeners = 0
let endHearing: (() => void) | undefined
let connected = false
let missed = false

/**
 * The server reports what changed, and the page refetches it. After a gap in the connection everything is refetched,
 * because events were missed. Without a connection, queries poll (see `fallbackInterval`).
 */
export function useLiveUpdates(): Silence | null {
  useEffect(listen, [])
  return useSilence()
}

/** `useLiveUpdates` outside React; returns the unsubscribe function. */
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
  if (typeof EventSource !== 'function') return null // queries poll instead
  const events = new EventSource('/api/events')
  events.addEventListener('open', () => {
    connected = true
    heard()
    // The page's data is older than this connection, so events may have been missed.
    if (missed) refetchEverything()
    else for (const changed of MOVING) refetch(changed)
    missed = false
  })
  events.addEventListener('error', () => {
    const broke = connected
    connected = false
    missed = true
    if (broke) unheard({ failing: false, surely: true })
    // After a response that isn't a stream, such as a proxy's, a browser doesn't retry.
    if (events.readyState === CLOSED) setTimeout(() => reopen(events), FALLBACK_MS)
  })
  events.addEventListener('message', ({ data }) => {
    const { changed } = JSON.parse(String(data)) as LiveEvent
    if (changed === 'signed-out') return void leaveIfSignedOut().catch(() => undefined) // the next request finds out too
    refetch(changed)
    // Dialing changes a schedule's next call, and removes a one-time schedule from the list.
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
  void fetchAgain({})
}

function refetch(changed: Exclude<LiveEvent['changed'], 'signed-out'>): void {
  if (changed === 'account') askSessionAgain()
  void fetchAgain({ queryKey: [changed] })
}

/** A first request may have been answered before the change; invalidating its query only waits for that answer. */
async function fetchAgain(queries: QueryFilters): Promise<void> {
  const firsts = queryClient
    .getQueryCache()
    .findAll({ ...queries, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await queryClient.invalidateQueries(queries)
  for (const { queryKey } of firsts) void queryClient.invalidateQueries({ queryKey, exact: true })
}
