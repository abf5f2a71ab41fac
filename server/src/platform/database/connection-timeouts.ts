import type { ClientConfig } from 'pg'
import { PreparingClient } from './prepared-driver.ts'

/** Ours take milliseconds; one that takes this long has nobody at the other end any more. */
const ANSWER_WITHIN_MS = 15_000

/** A first word that is lost is said again after 1, 3 and 7 s: sooner to begin anew than to wait for the last of them. */
const CONNECTED_WITHIN_MS = 4_000

/**
 * A connection that is given up when an answer does not come. Behind a broken cable nothing says so: TCP waits for up to
 * a quarter of an hour, and longer after the cable is mended again the longer it was broken.
 */
class ImpatientClient extends PreparingClient {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECTED_WITHIN_MS })
  }

  override query(...words: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, words)
    if (answer instanceof Promise) answer.catch((error: Error) => this.#giveUp(error))
    return answer as never
  }

  #giveUp({ message }: Error): void {
    if (message === 'Query read timeout') this.connection.stream.destroy(new Error('the database no longer answers'))
  }
}

/** How soon the server notices that we are gone, by TCP's own means; for a socket on the same machine it means nothing. */
const NOTICE_US_GONE = {
  tcp_user_timeout: 10_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
}

/**
 * For every pool; `query_timeout: 0` takes the limit on answers away again. The server is impatient with us as well: what
 * a process that was cut off had locked, the carrier's rate above all, must not stop the others.
 */
export const impatient = {
  Client: ImpatientClient,
  query_timeout: ANSWER_WITHIN_MS,
  idle_in_transaction_session_timeout: 10_000,
  options: Object.entries(NOTICE_US_GONE)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
}
