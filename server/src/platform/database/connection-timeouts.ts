import { Client, type ClientConfig } from 'pg'
import { asDatabaseError, DatabaseSilentError } from './database-unavailable.ts'

/** Our statements take milliseconds: after this long there is nobody at the other end any more. */
const ANSWER_WITHIN_MS = 15_000

/** TCP resends a lost SYN after 1, 3 and 7 s: connecting again is sooner than waiting for the last of them. */
const CONNECTED_WITHIN_MS = 4_000

/**
 * A connection that is given up when an answer does not come. Behind a broken cable nothing says so: TCP waits for up to
 * a quarter of an hour, and longer after the cable is mended again the longer it was broken. Throws DatabaseUnavailableError.
 */
class ClientWithTimeouts extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECTED_WITHIN_MS })
  }

  override query(...words: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, words)
    return (answer instanceof Promise ? answer.catch((error: Error) => this.#fail(error)) : answer) as never
  }

  #fail(error: Error): never {
    const failure = asDatabaseError(error)
    if (failure instanceof DatabaseSilentError) this.connection.stream.destroy(failure)
    throw failure
  }
}

/** How soon the server notices that we are gone, by TCP's own means; without effect on a socket of the same machine. */
const NOTICE_US_GONE = {
  tcp_user_timeout: 10_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
}

/**
 * For every pool; `query_timeout: 0` removes the limit on answers. The server has timeouts for us as well: the locks of a
 * process that was cut off, above all on the carrier's rate, must not stop the others.
 */
export const connectionTimeouts = {
  Client: ClientWithTimeouts,
  query_timeout: ANSWER_WITHIN_MS,
  idle_in_transaction_session_timeout: 10_000,
  options: Object.entries(NOTICE_US_GONE)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
}
