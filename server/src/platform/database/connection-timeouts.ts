import { Client, Query, type ClientConfig, type QueryResult } from 'pg'
import { asDatabaseError, DatabaseSilentError } from './database-unavailable.ts'

/** Our statements take milliseconds. After this long, the other end is gone. */
const ANSWER_WITHIN_MS = 15_000

/** TCP resends a lost SYN after 1, 3 and 7 s. Reconnecting is faster than waiting for the last one. */
const CONNECTED_WITHIN_MS = 4_000

/** Gives up a silent connection with DatabaseUnavailableError: TCP alone would wait a quarter of an hour. */
class ClientWithTimeouts extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECTED_WITHIN_MS })
  }

  override query(...words: unknown[]): never {
    const answer: unknown = isNamed(words) ? this.#run(...words) : Reflect.apply(super.query, this, words)
    return (answer instanceof Promise ? answer.catch((error: Error) => this.#fail(error)) : answer) as never
  }

  /** Passes a Query, because pg copies `{ name, text }` by property descriptors: 4 % of a short request's work. */
  #run({ name, text }: Named, values: unknown[]): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result))
      super.query(Object.assign(new Query(text, values), { name, callback }))
    })
  }

  #fail(error: Error): never {
    const failure = asDatabaseError(error)
    if (failure instanceof DatabaseSilentError) this.connection.stream.destroy(failure)
    throw failure
  }
}

type Named = { name: string; text: string }

function isNamed(words: unknown[]): words is [Named, unknown[]] {
  return words.length === 2 && typeof words[0] === 'object' && Array.isArray(words[1])
}

/** Lets the server detect our death by TCP keepalive; no effect on a Unix socket. */
const NOTICE_US_GONE = {
  tcp_user_timeout: 10_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
}

/**
 * For every pool; `query_timeout: 0` disables the limit on answers. The server has timeouts too: a process that was cut
 * off must not keep its locks, above all the one on the carrier's rate.
 */
export const connectionTimeouts = {
  Client: ClientWithTimeouts,
  query_timeout: ANSWER_WITHIN_MS,
  idle_in_transaction_session_timeout: 10_000,
  options: Object.entries(NOTICE_US_GONE)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
}
