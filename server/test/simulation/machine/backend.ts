import { Client, type QueryResult } from 'pg'
import type { DatabaseConnection } from '../../../src/platform/database/database.ts'
import { databaseTypes } from '../../../src/platform/database/value-types.ts'

export type Answer = { result: QueryResult } | { error: unknown }

/** How soon PostgreSQL checks for a deadlock after a statement begins to wait. */
const DEADLOCK_LOOK_MS = 10

/** Real time after which a statement without an answer is examined, since it may be waiting for a lock. */
const LOOK_AFTER_MS = 4

/** Seeds repeat statements, so PostgreSQL prepares them once per connection. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `simulated ${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * One connection to the real PostgreSQL. Runs one statement at a time, and detects when it waits for another's lock.
 */
export class Backend {
  readonly #client: Client
  readonly #observer: Client
  #underWay: Promise<void> = Promise.resolve()
  #answer: Answer | null = null

  private constructor(client: Client, observer: Client) {
    this.#client = client
    this.#observer = observer
  }

  static async open(connection: DatabaseConnection, observer: Client): Promise<Backend> {
    const client = new Client({ ...connection, types: databaseTypes, application_name: 'simulated process' })
    await client.connect()
    await client.query(`set deadlock_timeout = '${DEADLOCK_LOOK_MS}ms'; set plan_cache_mode = force_generic_plan`)
    return new Backend(client, observer)
  }

  /** Begins a statement; returns its answer, or null if it waits for a lock. */
  async begin(text: string, values: readonly unknown[]): Promise<Answer | null> {
    this.#answer = null
    this.#underWay = this.#client.query({ name: nameOf(text), text, values: [...values] }).then(
      (result) => void (this.#answer = { result }),
      (error: unknown) => void (this.#answer = { error }),
    )
    const answer = await this.look()
    // Its own deadlock check must be over, so that the next one to wait finds the deadlock.
    return answer ?? (await this.#within(DEADLOCK_LOOK_MS * 2))
  }

  /** Waits until the statement has its answer or certainly waits for a lock (null). */
  async look(): Promise<Answer | null> {
    for (;;) {
      if ((await this.#within(LOOK_AFTER_MS)) !== null) return this.#answer
      if (await this.#waitsForLock()) return this.#answer
    }
  }

  async #within(ms: number): Promise<Answer | null> {
    if (this.#answer !== null) return this.#answer
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    await Promise.race([this.#underWay, promise])
    clearTimeout(timer)
    return this.#answer
  }

  async #waitsForLock(): Promise<boolean> {
    const { rowCount } = await this.#observer.query('select 1 from pg_locks where pid = $1 and not granted limit 1', [
      this.#pid(),
    ])
    return rowCount !== 0
  }

  /** Its user is gone, so the server aborts what was begun. */
  async abandon(): Promise<void> {
    if (this.#answer === null) await this.#observer.query('select pg_cancel_backend($1)', [this.#pid()])
    await this.#underWay
    await this.#client.query('rollback')
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  #pid(): number {
    // pg has had this for long, but not its types.
    return (this.#client as unknown as { processID: number }).processID
  }
}
