import type { LiveEvent } from '@reveille/contract/live-event'
import { useEffect } from 'react'
import { queryClient } from '../api/queries.tsx'
import { askSessionAgain } from '../session/session-store.ts'

const FALLBACK_MS = 15_000
const MOVING = ['calls', 'schedules'] as const
const EVERYTHING = [...MOVING, 'notices', 'account'] as const

/** One connection, however many parts of the page listen: browsers allow few. */
let connection: EventSource | null = null
let listeners = 0
let connected = false
let missed = false

/**
 * DASH-10: while a page is open, the server says what changed, and the page asks again for what it shows. After a gap in
 * the connection everything is asked for again, because nobody knows what was missed.
 */
export function useLiveUpdates(): void {
  useEffect(() => {
    listeners++
    connection ??= connect()
    return () => {
      listeners--
      if (listeners === 0) disconnect()
    }
  }, [])
}

/** For queries: how often to ask when the server cannot say what changed (ms); false while it can. */
export const fallbackInterval = (): number | false => (connected ? false : FALLBACK_MS)

function connect(): EventSource {
  const events = new EventSource('/api/events')
  events.addEventListener('open', () => {
    connected = true
    // What the page shows was asked for before anybody could tell it of a change, be it a moment or a gap ago.
    for (const changed of missed ? EVERYTHING : MOVING) refetch(changed)
    missed = false
  })
  events.addEventListener('error', () => {
    connected = false
    missed = true
  })
  events.addEventListener('message', ({ data }) => {
    const { changed } = JSON.parse(String(data)) as LiveEvent
    refetch(changed)
    // Once its call has left, another call of the schedule is the next one; a one-time schedule leaves the list.
    if (changed === 'calls') refetch('schedules')
  })
  return events
}

function disconnect(): void {
  connection?.close()
  connection = null
  connected = false
  missed = false
}

function refetch(changed: LiveEvent['changed']): void {
  if (changed === 'account') askSessionAgain() // the next request says what is wrong
  void queryClient.invalidateQueries({ queryKey: [changed] })
}
