import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { everySharedSentence } from '../../core/src/message/every-shared-sentence.ts'
import { VOICE_IDS } from '../../core/src/speech/voices.ts'
import { speechPreparation } from '../../server/src/calls/message/speech-preparation.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { joinServices } from '../../server/src/services.ts'
import { speak } from '../../server/src/speech/clips/speak.ts'
import { fliteSpeech } from '../../server/src/speech/engines/flite.ts'
import type { Speech } from '../../server/src/speech/engines/speech-engine.ts'
import { startBenchDatabase } from '../punctuality/bench-database.ts'

// Are the words of a thousand calls of one minute ready before it? The product's own preparation, from planned calls to
// stored clips: first counted with an engine that takes no time, then spoken by the embedded one, a quarter of the calls
// at a time by one process and by two in turn. node bench/speech/clips-of-a-minute.ts --calls 1000 [--speak 400]

const { values } = parseArgs({ options: { calls: { type: 'string', default: '1000' }, speak: { type: 'string' } } })
const CALLS = Number(values.calls)
/** As many as there is time for. */
const SPOKEN = Number(values.speak ?? values.calls)
const MANY = 20_000
/** A call is planned 20 minutes ahead, and its words may change for 20 s more. */
const AHEAD_MS = 20 * 60_000
const SETTLED_MS = 20_000
/** Longer than a process of the engine waits for another task. */
const UNTIL_ENDED_MS = 6_000
const DAY_MS = 86_400_000
/** Most people choose such a time, and its name is among everybody's sentences. */
const HALF_HOUR_MS = 30 * 60_000
/** Instead of a clip, where only their number counts. */
const TINY = Buffer.alloc(8)
const PARTS = [1, 2, 1, 2]
const NAMES = ['Ada', 'Sam', 'Robin', 'Maria', 'Jonathan', 'Wei', 'Priya', 'Christopher', 'Zoe', 'Mohammed']

/** What was stored before the minute's calls are prepared. */
const STATES = ['nothing', 'everybody’s sentences', 'those, and an earlier morning’s'] as const
/** Own words are said every second morning. */
const LATER = 2
type State = (typeof STATES)[number]

type Tally = { clips: number; characters: number; bytes: number; looks: number }

const database = await startBenchDatabase()
try {
  await insertSleepers(database.db)
  const counted = await countAll()
  console.log(`\nto be spoken for ${CALLS} calls of one minute, by what is stored already`)
  console.table(counted)
  const spoken = await speakAll()
  console.log(`\nspoken by the embedded engine, ${availableParallelism()} cores`)
  console.table(spoken.map(({ msACall: _wall, cpuMsACall: _cpu, ...row }) => row))
  console.log(`\nready before their second, which is ${Math.round((AHEAD_MS - SETTLED_MS) / 60_000)} minutes later?`)
  console.table(STATES.slice(1).flatMap((state) => [1, 2].map((processes) => readiness(spoken, state, processes))))
} finally {
  await database.stop()
}

/** Nothing takes time: how many clips each state asks for, and how long everything but speech takes. */
async function countAll() {
  const house = await openHouse('counted')
  const engine = {
    ...fliteSpeech({ atOnce: 1 }),
    synthesize: async () => ({ outcome: 'spoken', audio: TINY }) as const,
  }
  const rows = []
  for (const state of STATES) {
    if (state === STATES[1]) await storeShared(house, engine)
    await planMinute(database.db, state === STATES[2] ? LATER : 0)
    const { tookMs, tally } = await prepare(house, engine, CALLS)
    const { clips, characters, looks } = tally
    const perCall = (count: number) => Number((count / CALLS).toFixed(2))
    rows.push({
      'stored before': state,
      clips,
      characters,
      'clips a call': perCall(clips),
      'characters a call': perCall(characters),
      'looks into the storage a call': perCall(looks),
      'without speaking, s': Number((tookMs / 1000).toFixed(1)),
    })
    if (state === STATES[0]) await house.empty()
  }
  await house.close()
  return rows
}

/** The same, spoken: the first morning of all of them, and a later one. */
async function speakAll() {
  const house = await openHouse('spoken')
  const rows = []
  await storeShared(house, {
    ...fliteSpeech({ atOnce: 1 }),
    synthesize: async () => ({ outcome: 'spoken', audio: TINY }),
  })
  for (const [index, state] of STATES.slice(1).entries()) {
    await planMinute(database.db, index * LATER)
    for (const processes of PARTS) {
      const load = loadavg()[0]!
      const before = childrenMs()
      const { tookMs, calls, tally } = await prepare(house, fliteSpeech({ atOnce: processes }), SPOKEN / PARTS.length)
      await pause(UNTIL_ENDED_MS)
      const cpuMs = childrenMs() - before
      rows.push({
        'stored before': state,
        processes,
        calls,
        clips: tally.clips,
        'speech, s': Math.round(tally.bytes / 8000),
        'took, s': Number((tookMs / 1000).toFixed(1)),
        'clips a minute': Math.round(tally.clips / (tookMs / 60_000)),
        'calls a minute': Math.round(calls / (tookMs / 60_000)),
        'processor ms a clip': tally.clips === 0 ? 0 : Math.round(cpuMs / tally.clips),
        load: Number(load.toFixed(1)),
        msACall: tookMs / calls,
        cpuMsACall: cpuMs / calls,
      })
    }
  }
  await house.close()
  return rows
}

type Spoken = Awaited<ReturnType<typeof speakAll>>

/** On average of its two parts, beside the machine's other work; on free cores it takes what speech takes of a processor. */
function readiness(spoken: Spoken, state: State, processes: number) {
  const parts = spoken.filter((row) => row['stored before'] === state && row.processes === processes)
  const mean = (of: (row: Spoken[number]) => number) => parts.reduce((sum, row) => sum + of(row), 0) / parts.length
  const msACall = mean((row) => row.msACall)
  const free = mean((row) => row.cpuMsACall) / processes
  const minutes = (ms: number) => Number((ms / 60_000).toFixed(1))
  return {
    'stored before': state,
    processes,
    [`minutes for ${CALLS}`]: minutes(msACall * CALLS),
    [`for ${MANY}`]: minutes(msACall * MANY),
    [`for ${CALLS}, on free cores`]: minutes(free * CALLS),
    [`for ${MANY}, on free cores`]: minutes(free * MANY),
    'calls within the time': Math.floor((AHEAD_MS - SETTLED_MS) / msACall),
    'on free cores': Math.floor((AHEAD_MS - SETTLED_MS) / free),
  }
}

/** Milliseconds of processor that ended child processes took. */
function childrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /, '').split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

type House = Awaited<ReturnType<typeof openHouse>>

/** The product's services on the one database, with files of their own. */
async function openHouse(name: string) {
  const folder = path.join(database.folder, name)
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn', SPEECH_AHEAD: 'off' })
  const { services, close } = await joinServices(config, database.connection, openLog('warn'))
  return {
    services,
    close,
    async empty() {
      for await (const key of services.storage.list('speech')) await services.storage.delete(key)
    },
  }
}

/** Hands that many of the minute's calls over and waits until each is prepared. */
async function prepare({ services }: House, engine: Speech, calls: number) {
  const tally: Tally = { clips: 0, characters: 0, bytes: 0, looks: 0 }
  const counting: Speech = {
    ...engine,
    async synthesize(request) {
      const result = await engine.synthesize(request)
      if (result.outcome !== 'spoken') throw new Error(`${request.voiceId}: ${result.outcome}: ${request.text}`)
      tally.clips++
      tally.characters += request.text.length
      tally.bytes += result.audio.length
      return result
    },
  }
  await sql`update calls set prepare_at = 'epoch' where id in (
    select id from calls where script is null order by id limit ${calls})`.execute(services.db)
  const storage: typeof services.storage = {
    ...services.storage,
    exists(key) {
      tally.looks++
      return services.storage.exists(key)
    },
  }
  const preparation = speechPreparation({ ...services, storage, speech: [counting] })
  const beganAt = performance.now()
  await preparation.run()
  await preparation.atRest()
  const tookMs = performance.now() - beganAt
  const left = await services.db.selectFrom('calls').select('id').where('prepare_at', 'is not', null).execute()
  if (left.length > 0) throw new Error(`${left.length} calls were not prepared`)
  await preparation.stop()
  return { tookMs, tally, calls }
}

/** As after a night of speaking ahead; the clips are none that anybody could hear. */
async function storeShared({ services }: House, engine: Speech): Promise<void> {
  for (const voiceId of VOICE_IDS) {
    const sentences = everySharedSentence(voiceId).map((text) => ({ voiceId, text, form: 'phone' }) as const)
    await speak({ ...services, speech: [engine] }, sentences)
  }
}

async function insertSleepers(db: Database): Promise<void> {
  await sql`
    insert into users (email, name, phone, phone_verified, created_at, updated_at)
    select 'sleeper' || i || '@example.com', (${NAMES}::text[])[i % ${NAMES.length}::int + 1], '+1' || (2000000000 + i), true, now(), now()
    from generate_series(0, ${CALLS - 1}::int) as i
  `.execute(db)
  // A third of them have a goal in their own words.
  await sql`
    insert into personalizations (user_id, goals, other_goal, struggles, voice, created_at, updated_at)
    select id, case when id % 3 = 0 then '{other}'::text[] else '{exercise}' end,
      case when id % 3 = 0 then 'finish chapter ' || id || ' of my book' end, '{snooze}',
      (${VOICE_IDS}::text[])[id % ${VOICE_IDS.length}::int + 1], now(), now()
    from users
  `.execute(db)
  await sql`
    insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, next_due_at, created_at, updated_at)
    select id, '06:30', 'UTC', true, '{sun,mon,tue,wed,thu,fri,sat}', true, false, now() + interval '3 days', now(), now() from users
  `.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** A call for everybody, all of one minute, as the planner writes them but for the instant of their preparation. */
async function planMinute(db: Database, daysAhead: number): Promise<void> {
  const due = new Date(Math.ceil((Date.now() + AHEAD_MS) / HALF_HOUR_MS) * HALF_HOUR_MS + daysAhead * DAY_MS)
  await sql`truncate occurrences cascade`.execute(db)
  await sql`
    with planned as (
      insert into occurrences (schedule_id, user_id, due_at, timezone, call_retry, created_at)
      select id, user_id, ${due}, 'UTC', true, now() from schedules order by id returning id, user_id
    )
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, prepare_at, created_at)
    select planned.id, planned.user_id, 1, 'first', ${due}, ${due}, md5(planned.id || 'token'), voice, null, now()
    from planned join personalizations using (user_id)
  `.execute(db)
  await sql`analyze occurrences, calls`.execute(db)
}
