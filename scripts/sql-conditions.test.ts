import { expect, test } from 'vitest'
import { sqlConditions } from './mutants/sql-conditions.ts'

/** Each changed version of a source. */
const versions = (source: string) =>
  sqlConditions(source).map(({ from, to, becomes }) => source.slice(0, from) + becomes + source.slice(to))

test('each condition of the query builder goes, with all that its brackets hold', () => {
  expect(versions(`db.selectFrom('calls').where('id', '=', of(1)).where((eb) => eb.or([a(), b()])).execute()`)).toEqual(
    [
      `db.selectFrom('calls').where((eb) => eb.or([a(), b()])).execute()`,
      `db.selectFrom('calls').where('id', '=', of(1)).execute()`,
    ],
  )
})

test('each condition of a written statement holds always, and words in comments and code stay', () => {
  const source = `
    // and this where is prose
    /** What \`and\` means. */
    sql\`select id from calls where user_id = 1 and stage = 'ended'\``
  expect(versions(source)).toEqual([
    source.replace('where user_id', 'where true or user_id'),
    source.replace('and stage', 'and true or stage'),
  ])
})
