import { endpoints, type EndpointName } from '@reveille/contract/endpoints'
import { LiveEvent } from '@reveille/contract/notices'
import {
  environmentManager,
  focusManager,
  InfiniteQueryObserver,
  QueryObserver,
  type MutationOptions,
  type QueryKey,
} from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '../api/account-query.ts'
import { call } from '../api/call.ts'
import { alwaysRefetched, queryClient } from '../api/queries.tsx'
import { now } from '../browser/clock.ts'
import { accountActivity, deleteAccount, sessionList } from '../features/accounts/api.ts'
import {
  callDetails,
  callPages,
  callProgress,
  carrierState,
  nextCallWords,
  openMorning,
  recentCalls,
  startSample,
} from '../features/calls/api.ts'
import { noticeList } from '../features/notices/notices-bell.tsx'
import { phoneCodeStatus } from '../features/phones/api.ts'
import { savedPreferences, voiceList } from '../features/preferences/api.ts'
import { comingWeek, daysOffList, scheduleList, timezoneList } from '../features/schedules/api.ts'
import { passkeyList } from '../passkeys/use-passkey.ts'
import { fallbackInterval, listen } from './live-updates.ts'

type Topic = LiveEvent['changed']
type Asking = { [N in EndpointName]: (typeof endpoints)[N]['method'] extends 'GET' ? N : never }[EndpointName]

/** The events that refetch each endpoint. A new endpoint in the contract fails to compile until it's listed. */
const NEWS_FOR: Record<Asking, readonly Topic[]> = {
  listSchedules: ['schedules', 'calls'], // a call that rings changes its schedule's next call
  comingWeek: ['schedules', 'calls'],
  listDaysOff: ['schedules', 'calls'],
  callHistory: ['calls'],
  callProgress: ['calls'],
  nextCallWords: ['schedules', 'calls'],
  openMorning: ['calls'],
  getCall: ['calls'],
  carrierState: ['calls'],
  listNotices: ['notices'],
  getAccount: ['account'],
  listSessions: ['account'],
  listPasskeys: ['account'],
  accountActivity: ['account'],
  getPreferences: ['account'],
  checkAuth: ['account', 'signed-out'],
  phoneCodeStatus: ['phone-code'],
  // These never change while a page is open, or their users fetch them.
  clientConfig: [],
  listVoices: [],
  listTimezones: [],
  captcha: [],
  listPeople: [],
}
const ANY = Object.keys(NEWS_FOR).filter((name) => NEWS_FOR[name as Asking].length > 0)
const ofNews = (...topics: Topic[]) =>
  ANY.filter((name) => NEWS_FOR[name as Asking].some((one) => topics.includes(one)))

const QUARTER_MS = 900_000
const CODE = phoneCodeStatus('+12025550100')

let requested: string[]
let refused: boolean
let streams: Stream[]

/** A fake EventSource; `tell` is the server's side. */
class Stream extends EventTarget {
  isClosed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    streams.push(this)
  }
  close() {
    this.isClosed = true
  }
  tell(changed: Topic) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ changed }) }))
  }
}

const ends: (() => void)[] = []

beforeEach(async () => {
  requested = []
  streams = []
  refused = false
  vi.stubGlobal('location', { pathname: '/dashboard' })
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', answer)
  for (const query of [scheduleList, recentCalls, callProgress, carrierState, callDetails(17), noticeList]) show(query)
  const others = [nextCallWords(0), openMorning, account, sessionList, accountActivity, savedPreferences, voiceList]
  for (const query of [...others, timezoneList, comingWeek, daysOffList, passkeyList, CODE]) show(query)
  ends.push(new InfiniteQueryObserver(queryClient, callPages).subscribe(() => undefined))
  await settled()
})

afterEach(() => {
  for (const end of ends.splice(0)) end()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(query: object & { queryKey: QueryKey }): void {
  ends.push(new QueryObserver(queryClient, query as never).subscribe(() => undefined))
}

function answer(url: string, { method }: RequestInit): Promise<Response> {
  const path = url.replace(/\?.*/, '')
  const isIt = (name: string) => {
    const endpoint = endpoints[name as EndpointName]
    return endpoint.method === method && endpoint.path.replace(':id', '17') === path
  }
  requested.push(Object.keys(endpoints).find(isIt) ?? url)
  const isList = [endpoints.callHistory.path, endpoints.listSchedules.path].includes(path as never)
  return Promise.resolve(
    Response.json(isList ? [] : { authenticated: true }, { status: refused && method !== 'GET' ? 409 : 200 }),
  )
}

const settled = () => expect.poll(() => queryClient.isFetching(), { interval: 1 }).toBe(0)

/** The endpoints fetched because of this. */
async function fetchedAfter(happening: () => unknown): Promise<string[]> {
  requested = []
  await happening()
  await settled()
  return [...new Set(requested)].toSorted()
}

function open(): Stream {
  ends.push(listen())
  const stream = streams.at(-1)
  if (stream === undefined) throw new Error('no connection')
  return stream
}

const sorted = (names: readonly string[]) => names.toSorted()

test.each(LiveEvent.shape.changed.options)(
  'DASH-10 the event %s refetches every query that shows it',
  async (topic) => {
    const stream = open()
    expect(await fetchedAfter(() => stream.tell(topic))).toEqual(sorted(ofNews(topic)))
  },
)

test('DASH-10 the first connection refetches what may change meanwhile, and a reconnection everything', async () => {
  const stream = open()
  const opens = () => stream.dispatchEvent(new Event('open'))
  expect(await fetchedAfter(opens)).toEqual(sorted(ofNews('calls', 'schedules', 'phone-code')))
  stream.dispatchEvent(new Event('error'))
  expect(await fetchedAfter(opens)).toEqual(sorted(ANY))
  expect(await fetchedAfter(opens)).toEqual(sorted(ofNews('calls', 'schedules', 'phone-code')))
})

test('PHONE-5 a lost text during the first request for its code is fetched after that request', async () => {
  const stream = open()
  queryClient.removeQueries({ queryKey: CODE.queryKey })
  const fetched = await fetchedAfter(() => {
    show(CODE)
    stream.tell('phone-code')
  })
  expect([fetched, requested.length]).toEqual([['phoneCodeStatus'], 2])
})

test('DASH-10 without a connection to the event stream, pages poll every 15 seconds', () => {
  const stream = open()
  expect(stream.url).toBe('/api/events')
  expect(fallbackInterval()).toBe(15_000)
  stream.dispatchEvent(new Event('open'))
  expect(fallbackInterval()).toBe(false)
  stream.dispatchEvent(new Event('error'))
  expect(fallbackInterval()).toBe(15_000)
})

/** Has TanStack Query's timers run, which it otherwise leaves to pages. */
function asInPage(): void {
  environmentManager.setIsServer(() => false)
  queryClient.mount()
  ends.push(() => {
    focusManager.setFocused(undefined)
    queryClient.unmount()
    environmentManager.setIsServer(() => true)
  })
}

test('NEXT-1 DASH-4 a page open past midnight learns that tomorrow is today: each quarter of an hour, and when shown again', async () => {
  asInPage()
  vi.useFakeTimers()
  open().dispatchEvent(new Event('open'))
  await vi.advanceTimersByTimeAsync(1.5 * QUARTER_MS - (now() % QUARTER_MS)) // amid one
  requested = []
  const dated = ['listSchedules', 'comingWeek', 'listDaysOff']
  const counts = () => [...dated, 'callHistory'].map((name) => requested.filter((one) => one === name).length)
  await vi.advanceTimersByTimeAsync(4 * QUARTER_MS)
  expect(counts()).toEqual([4, 4, 4, 0])
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(4 * QUARTER_MS)
  expect(counts()).toEqual([4, 4, 4, 0])
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(counts()).toEqual([5, 5, 5, 0])
  focusManager.setFocused(false)
  focusManager.setFocused(true) // within the same quarter
  await vi.advanceTimersByTimeAsync(0)
  expect(counts()).toEqual([5, 5, 5, 0])
})

test('DASH-10 all parts of a page share one connection, and the last closes it', async () => {
  const leave = [listen(), listen()]
  expect(streams).toHaveLength(1)
  streams[0]?.dispatchEvent(new Event('open'))
  streams[0]?.dispatchEvent(new Event('error'))
  leave[0]?.()
  expect(streams[0]?.isClosed).toBe(false)
  leave[1]?.()
  expect(streams[0]?.isClosed).toBe(true)
  const next = open()
  expect(streams).toHaveLength(2)
  expect(fallbackInterval()).toBe(15_000)
  // The page that opens it has just fetched everything else.
  const again = await fetchedAfter(() => next.dispatchEvent(new Event('open')))
  expect(again).toEqual(sorted(ofNews('calls', 'schedules', 'phone-code')))
})

const run = (change: MutationOptions) => queryClient.getMutationCache().build(queryClient, change).execute(undefined)

const SHOWN = ANY.filter((name) => name !== 'checkAuth') // the session is refetched where it changes
const CHANGES = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].method !== 'GET')
const change = (name: EndpointName) => ({ mutationFn: () => call(name, { id: 17 }) })

test.each(CHANGES)('API-2 when %s is done, every query that may show it has been refetched', async (name) => {
  requested = []
  await run(change(name))
  expect(queryClient.isFetching()).toBe(0)
  expect(SHOWN).not.toContain(requested[0]) // the change comes first
  expect(requested).toEqual(expect.arrayContaining(SHOWN))
  expect(requested).not.toContain('listVoices')
  expect(requested).not.toContain('listTimezones')
})

test('PREF-1 SCHED-4 a change that is refused refetches only if it asks for that, so that no form is lost', async () => {
  refused = true
  const refusedAfter = (options: MutationOptions) => fetchedAfter(() => run(options).catch(() => undefined))
  expect(await refusedAfter(change('savePreferences'))).toEqual(['savePreferences'])
  expect(await refusedAfter({ ...change('toggleSchedule'), ...alwaysRefetched })).toEqual(expect.arrayContaining(SHOWN))
})

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

test('API-2 only the deletion of an account, and a proof for a change that follows, refetch nothing', () => {
  const silent = Object.entries(sources).filter(([, text]) => text.includes("{ refetch: 'never' }"))
  expect(silent.map(([file]) => file).toSorted()).toEqual(['../features/accounts/api.ts', '../proof/proof-dialog.tsx'])
})

test('SCHED-4 only changes made on cards ask for it', () => {
  const changes = Object.values(sources).flatMap((text) =>
    [...text.matchAll(/mutationFn(?:(?!mutationFn)[^])*?\.\.\.alwaysRefetched/g)].map(
      ([options]) => /call\('(\w+)'/.exec(options)?.[1] ?? 'saveSchedule',
    ),
  )
  expect(changes.toSorted()).toEqual([
    'addDaysOff',
    'addDaysOff', // many, from a calendar file
    'answerMorning',
    'deleteSchedule',
    'removeDaysOff',
    'saveSchedule', // several, to another zone
    'skipSchedule',
    'stopForToday',
    'toggleSchedule',
    'writeNote',
  ])
})

test('ACCT-3 deleting the account refetches nothing, since a refusal would lead away from the farewell', async () => {
  expect(await fetchedAfter(() => run(deleteAccount as never))).toEqual(['deleteAccount'])
})

test('DASH-3 the history is refetched two seconds after a sample call starts', async () => {
  vi.useFakeTimers()
  await run(startSample as MutationOptions)
  requested = []
  vi.advanceTimersByTime(1_999)
  expect(requested).toEqual([])
  vi.advanceTimersByTime(1)
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toContain('callHistory')
})

test.each([
  ['while an archive is being prepared', { readyAt: null }, 3_000],
  ['once it is ready', { readyAt: '2027-01-15T06:30:00Z' }, false],
  ['without one', null, false],
])('ACCT-2 the account is polled %s: %o', (_case, latestExport, again) => {
  const { refetchInterval } = account
  if (typeof refetchInterval !== 'function') throw new Error('refetchInterval is not a function')
  expect(refetchInterval({ state: { data: { latestExport } } } as never)).toBe(again)
})
