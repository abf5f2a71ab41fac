import { sql } from 'kysely'
import { Client, type QueryResult } from 'pg'

/** What was asked so often will be asked again. */
const WORTH_PREPARING = 3

/** Texts that vary, such as lists of ids, must not fill the memory of every connection. */
const MOST_TEXTS = 200

/** How often each text was asked in this process, and by which name it is prepared on every connection. */
const texts = new Map<string, { name: string; times: number }>()

/** What PostgreSQL answers to a prepared statement whose columns have changed since: a newer version has migrated. */
export const CHANGED_SINCE = '0A000'

/**
 * A connection on which PostgreSQL remembers what is asked again and again, so that it reads and analyses it once: for a
 * request of an open page that is a third of all work. A changed table spoils the transaction that meets it, which is
 * tried again (transaction.ts); one that names its isolation is not, and prepares nothing.
 */
export class PreparingClient extends Client {
  #prepares = true
  #inTransaction = false

  override query(...words: unknown[]): never {
    const [text, values] = words
    if (text === 'begin') this.#inTransaction = true
    if (typeof text === 'string' && text.startsWith('start transaction')) this.#prepares = false
    // A third word is a callback: a library's own way to wait, which stays as it is.
    const isPlain = words.length === 2 && typeof text === 'string' && Array.isArray(values)
    const name = this.#prepares && isPlain ? nameOf(text) : null
    const answer: unknown = Reflect.apply(super.query, this, name === null ? words : [{ name, text, values }])
    if (text === 'commit' || text === 'rollback') [this.#prepares, this.#inTransaction] = [true, false]
    if (name === null) return answer as never
    return (answer as Promise<QueryResult>).catch((error: Error & { code?: string }) => {
      if (error.code !== CHANGED_SINCE) throw error
      texts.delete(text as string) // under a name of its own next time
      if (this.#inTransaction) throw error
      return Reflect.apply(super.query, this, words) as unknown
    }) as never
  }
}

/** In a statement that locks or writes, behind its first word: one plan is good for all values, and is remembered. */
export const PREPARED = sql.raw('/* prepared */')

/** Else only reads that do not lock: what claims work depends on plans for the very values it asks with. */
function nameOf(text: string): string | null {
  const isRead = text.startsWith('select ') && !text.includes(' for ')
  if (!isRead && !/^(?:select|with) \/\* prepared/.test(text)) return null
  const known = texts.get(text)
  if (known === undefined) {
    if (texts.size >= MOST_TEXTS) forgetTheRare()
    if (texts.size < MOST_TEXTS) texts.set(text, { name: `statement ${++names}`, times: 1 })
    return null
  }
  return ++known.times < WORTH_PREPARING ? null : known.name
}

let names = 0

function forgetTheRare(): void {
  for (const [text, { times }] of texts) if (times < WORTH_PREPARING) texts.delete(text)
}
