import { Client, type QueryResult } from 'pg'
import { DatabaseUnavailableError } from '../../../src/platform/database/database-unavailable.ts'
import type { DatabaseConnection } from '../../../src/platform/database/database.ts'
import { databaseTypes } from '../../../src/platform/database/value-types.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import { Backend, type Answer } from './backend.ts'
import type { SimulatedProcess } from './simulated-process.ts'

const BACKENDS = 24

/** A connection that one process has borrowed. */
type Borrowed = {
  backend: Backend
  process: SimulatedProcess
  inTransaction: boolean
  /** Whether the transaction has written anything. */
  wrote: boolean
  broken: boolean
  /** Set while a statement waits for another's lock. */
  waiting: ((answer: Answer) => void) | null
}

export type PoolClient = {
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>
  release(): void
}

/**
 * The real PostgreSQL in virtual time: one statement at a time in the order of events, so that nothing depends on this
 * machine's speed. Virtual time continues while a statement waits for a lock.
 */
export class SimulatedDatabase {
  readonly observer: Client
  readonly #idle: Backend[]
  readonly #all: readonly Backend[]
  readonly #borrowed = new Set<Borrowed>()
  /** The queue for connections. */
  readonly #wanting: { process: SimulatedProcess; lend: (client: PoolClient) => void }[] = []
  #world: World | null = null
  #random: SeededRandom | null = null
  #toAbandon: Borrowed[] = []
  /** Whether anything was committed since the last check; heartbeats don't count. */
  changed = true
  /** The longest that a statement takes, in ms; more when the database is slow. */
  slowness = 1
  statements = 0

  private constructor(observer: Client, backends: readonly Backend[]) {
    this.observer = observer
    this.#all = backends
    this.#idle = [...backends].toReversed()
  }

  static async open(connection: DatabaseConnection): Promise<SimulatedDatabase> {
    const observer = new Client({ ...connection, types: databaseTypes })
    await observer.connect()
    const backends = await Promise.all(Array.from({ length: BACKENDS }, () => Backend.open(connection, observer)))
    return new SimulatedDatabase(observer, backends)
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((backend) => backend.close()))
    await this.observer.end()
  }

  /** Begins a history: no connection may be borrowed at this point. */
  attach(world: World, random: SeededRandom): void {
    this.#world = world
    this.#random = random
    this.changed = true
    this.slowness = 1
    this.statements = 0
  }

  /** Aborts everything that a finished history still held. */
  async detach(): Promise<void> {
    this.#wanting.length = 0
    for (const borrowed of this.#borrowed) borrowed.process.kill()
    await this.#abandonAll()
  }

  /** One process's pool, as Kysely's dialect expects it. */
  poolFor(process: SimulatedProcess): { connect(): Promise<PoolClient>; end(): Promise<void> } {
    process.onDeath(() => {
      this.#abandon([...this.#borrowed].filter((borrowed) => borrowed.process === process))
    })
    return { connect: () => this.#borrow(process), end: async () => undefined }
  }

  /** Breaks every connection at once, as in a server restart: open transactions are lost. */
  breakConnections(): void {
    this.#world!.note('the database breaks all connections')
    for (const borrowed of this.#borrowed) {
      borrowed.broken = true
      borrowed.waiting?.({ error: new ConnectionBrokenError() })
    }
    this.#abandon([...this.#borrowed])
  }

  async #borrow(process: SimulatedProcess): Promise<PoolClient> {
    const backend = this.#idle.pop()
    if (backend !== undefined) return this.#lend(backend, process)
    const { promise, resolve } = Promise.withResolvers<PoolClient>()
    this.#wanting.push({ process, lend: resolve })
    return promise
  }

  #lend(backend: Backend, process: SimulatedProcess): PoolClient {
    const borrowed: Borrowed = { backend, process, inTransaction: false, wrote: false, broken: false, waiting: null }
    this.#borrowed.add(borrowed)
    return {
      query: (text, values = []) => this.#ask(borrowed, text, values),
      release: () => this.#release(borrowed),
    }
  }

  #release(borrowed: Borrowed): void {
    if (!this.#borrowed.has(borrowed) || this.#toAbandon.includes(borrowed)) return
    if (borrowed.inTransaction) this.#abandon([borrowed])
    else this.#takeBack(borrowed)
  }

  #abandon(lost: readonly Borrowed[]): void {
    this.#toAbandon.push(...lost.filter((borrowed) => !this.#toAbandon.includes(borrowed)))
    this.#world!.at(this.#world!.now(), () => this.#abandonAll())
  }

  #takeBack(borrowed: Borrowed): void {
    this.#borrowed.delete(borrowed)
    let next = this.#wanting.shift()
    while (next !== undefined && !next.process.alive) next = this.#wanting.shift()
    if (next === undefined) this.#idle.push(borrowed.backend)
    else next.lend(this.#lend(borrowed.backend, next.process))
  }

  #ask(borrowed: Borrowed, text: string, values: readonly unknown[]): Promise<QueryResult> {
    const { process } = borrowed
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
    const deliver = (answer: Answer) =>
      process.at(this.#soon(), () => {
        if (borrowed.broken) reject(new ConnectionBrokenError())
        else if ('result' in answer) resolve(answer.result)
        else reject(answer.error)
      })
    process.at(this.#soon(), () => process.step(() => this.#execute(borrowed, { text, values }, deliver)))
    return promise
  }

  #soon(): number {
    return this.#world!.now() + this.#random!.between(0, this.slowness)
  }

  async #execute(
    borrowed: Borrowed,
    { text, values }: { text: string; values: readonly unknown[] },
    deliver: (answer: Answer) => void,
  ): Promise<void> {
    if (borrowed.broken) return deliver({ error: new ConnectionBrokenError() })
    this.statements++
    const command = text.slice(0, 8)
    if (command === 'begin') [borrowed.inTransaction, borrowed.wrote] = [true, false]
    const done = (answer: Answer) => {
      borrowed.waiting = null
      this.#keepTrack(borrowed, command, { text, answer })
      deliver(answer)
    }
    const answer = await borrowed.backend.begin(text, values)
    if (answer === null) {
      borrowed.waiting = done
      return
    }
    done(answer)
    if (!borrowed.inTransaction || 'error' in answer) await this.#wakeWaiting()
  }

  #keepTrack(borrowed: Borrowed, command: string, { text, answer }: { text: string; answer: Answer }): void {
    if (command === 'commit' || command === 'rollback') {
      borrowed.inTransaction = false
      if (command === 'commit' && borrowed.wrote) this.changed = true
      return
    }
    const wrote =
      'result' in answer &&
      // A CTE that writes has its select's command.
      (answer.result.command !== 'SELECT' || text.trimStart().startsWith('with ')) &&
      (answer.result.rowCount ?? 0) > 0 &&
      !text.startsWith('insert into "workers"')
    if (!wrote) return
    if (borrowed.inTransaction) borrowed.wrote = true
    else this.changed = true
  }

  async #abandonAll(): Promise<void> {
    const lost = this.#toAbandon
    this.#toAbandon = []
    for (const borrowed of lost) {
      await borrowed.backend.abandon()
      this.#takeBack(borrowed)
    }
    if (lost.length > 0) await this.#wakeWaiting()
  }

  /** Locks were released: waiting statements continue in the order in which they began to wait. */
  async #wakeWaiting(): Promise<void> {
    for (let again = true; again;) {
      again = false
      for (const borrowed of this.#borrowed) {
        if (borrowed.waiting === null) continue
        const answer = await borrowed.backend.look()
        if (answer === null) continue
        borrowed.waiting(answer)
        again = true
      }
    }
  }
}

/** What the driver throws when the server goes away: nobody knows whether the statement counted. */
export class ConnectionBrokenError extends DatabaseUnavailableError {
  constructor() {
    super(new Error('Connection terminated unexpectedly'))
  }
}
