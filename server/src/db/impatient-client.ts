import { Client, type ClientConfig } from 'pg'

/** Ours take milliseconds; one that takes this long has nobody at the other end any more. */
const ANSWER_WITHIN_MS = 15_000

/** A first word that is lost is said again after 1, 3 and 7 s: sooner to begin anew than to wait for the last of them. */
const CONNECTED_WITHIN_MS = 4_000

/**
 * A connection that is given up when an answer does not come. Behind a broken cable nothing says so: TCP waits for up to
 * a quarter of an hour, and longer after the cable is mended again the longer it was broken.
 */
class ImpatientClient extends Client {
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

/** For every pool; `query_timeout: 0` takes the limit away again. */
export const impatient = { Client: ImpatientClient, query_timeout: ANSWER_WITHIN_MS }
