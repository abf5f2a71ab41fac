import { Client, type QueryResult } from 'pg'

/** A read that was asked so often will be asked again. */
const WORTH_PREPARING = 3

/** Texts that vary, such as lists of ids, must not fill the memory of every connection. */
const MOST_TEXTS = 200

/** How often each text was asked in this process, and by which name it is prepared on every connection. */
const texts = new Map<string, { name: string; times: number }>()

/** What PostgreSQL answers to a prepared read whose columns have changed since: a newer version has migrated. */
const CHANGED_SINCE = '0A000'

/**
 * A connection on which PostgreSQL remembers the plain reads that come again and again, so that it reads and analyses
 * them once: for a request of an open page that is a third of all work. Not those of a transaction, which a changed
 * table would spoil.
 */
export class PreparingClient extends Client {
  #prepares = true

  override query(...words: unknown[]): never {
    const [text, values] = words
    if (typeof text === 'string' && /^(begin|start transaction)/.test(text)) this.#prepares = false
    // A third word is a callback: a library's own way to wait, which stays as it is.
    const isPlain = words.length === 2 && typeof text === 'string' && Array.isArray(values)
    const name = this.#prepares && isPlain ? nameOf(text) : null
    const answer: unknown = Reflect.apply(super.query, this, name === null ? words : [{ name, text, values }])
    if (text === 'commit' || text === 'rollback') this.#prepares = true
    if (name === null) return answer as never
    return (answer as Promise<QueryResult>).catch((error: Error & { code?: string }) => {
      if (error.code !== CHANGED_SINCE) throw error
      texts.delete(text as string) // under a name of its own next time
      return Reflect.apply(super.query, this, words) as unknown
    }) as never
  }
}

/** Only reads that do not lock: what claims work depends on plans for the very values it asks with. */
function nameOf(text: string): string | null {
  if (!text.startsWith('select ') || text.includes(' for ')) return null
  const known = texts.get(text)
  if (known === undefined) {
    if (texts.size < MOST_TEXTS) texts.set(text, { name: `read ${++names}`, times: 1 })
    return null
  }
  return ++known.times < WORTH_PREPARING ? null : known.name
}

let names = 0
