import { buildWebWhenStale } from '../../scripts/build-web.ts'
import { signIn, type Person as SignedIn } from '../../server/test/harness/app/person.ts'
import { newFleet, type Fleet } from '../processes/fleet.ts'
import { answerAll, herdOf, judgeHerd, tellVerdict } from '../processes/herd-judge.ts'
import { putPeople } from '../processes/people.ts'
import { waitUntil } from '../processes/wait.ts'
import { startReplicatedPostgres, type ReplicatedPostgres } from './replicated-postgres.ts'

// npm run failover: the primary is killed in the middle of a herd, and its synchronous standby takes over.
const CALLS = 120
const A_SECOND = 10
const HERD_AFTER_MS = 12_000
const KILLED_AFTER_MS = 4_000
const DOWN_MS = 2_000
const WRITERS = 4

/** The time until the first call after recovery (reliability: a database restart). */
const FIRST_CALL_WITHIN_MS = 5_000

await buildWebWhenStale()
let postgres: ReplicatedPostgres | undefined
await using fleet = await newFleet({ CALLS_PER_SECOND: String(A_SECOND) }, async (folder) => {
  const started = await startReplicatedPostgres(folder)
  postgres = started
  const connection = { host: '127.0.0.1', port: started.port, user: 'reveille', database: 'postgres' }
  return { url: `postgres://reveille@127.0.0.1:${started.port}/postgres`, connection, stop: started.stop }
})
const web = await fleet.web()
await Promise.all([fleet.worker(), fleet.worker()])

const dueAt = Date.now() + HERD_AFTER_MS
const herd = await herdOf(fleet, await putPeople(fleet.db, Array<number>(CALLS).fill(dueAt)))
const writers = await Promise.all(Array.from({ length: WRITERS }, () => newWriter(fleet, web.webUrl)))

await waitUntil(dueAt + KILLED_AFTER_MS)
await postgres!.killPrimary()
const killedAt = Date.now()
await waitUntil(killedAt + DOWN_MS)
const recoveredAt = await postgres!.promote()
await answerAll(fleet, herd, 150_000)

const verdict = await judgeHerd(fleet, herd.people, 'answered')
const good = tellVerdict(verdict)
const first = (verdict.askedAt.find((at) => at >= recoveredAt) ?? Infinity) - recoveredAt
console.log(
  `down for ${recoveredAt - killedAt} ms; first call ${first} ms after the recovery (at most ${FIRST_CALL_WITHIN_MS})`,
)
const lostWrites = (await Promise.all(writers.map((writer) => writer.settle()))).filter(({ lost }) => lost)
const acknowledged = writers.reduce((sum, { acknowledged: count }) => sum + count(), 0)
console.log(`${acknowledged} acknowledged changes of ${WRITERS} people during it, ${lostWrites.length} of them lost`)
process.exitCode = good && first <= FIRST_CALL_WITHIN_MS && lostWrites.length === 0 ? 0 : 1

/** Somebody who keeps changing their name, counting: every acknowledged change must still be there at the end. */
async function newWriter({ db }: Fleet, url: string) {
  const person: SignedIn = await signIn(url, { db, clock: { now: Date.now } })
  let said = 0
  let heard = 0
  let count = 0
  let stopped = false
  const working = (async () => {
    while (!stopped) {
      const number = ++said
      const status = await person.send('PATCH', '/api/account', { name: `Name ${number}` }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) {
        heard = number
        count++
      }
      await waitUntil(Date.now() + 20)
    }
  })()
  return {
    acknowledged: () => count,
    async settle() {
      stopped = true
      await working
      const { body } = await person.get<{ name: string }>('/api/account')
      return { lost: Number(body.name.split(' ')[1]) < heard }
    },
  }
}
