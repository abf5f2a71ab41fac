import { expect, test } from 'vitest'
import { sqlConditions, withSwitches } from './mutants/sql-conditions.ts'

/** Each condition of an sql template and its replacement. */
const conditions = (source: string) =>
  sqlConditions(source).map(({ from, to, how }) => `${source.slice(from, to)} => ${how}`)

test('each where of the query builder gets a switch, and keeps its arguments', () => {
  const source = `db.selectFrom('calls')\n  .where('id', '=', of(1)).where((eb) => eb.or([a(), b()])).execute()`
  const found = sqlConditions(source)
  expect(withSwitches(source, found, ['a', 'b'])).toBe(
    `db.selectFrom('calls')\n  [sqlMutant('a', 'where')]('id', '=', of(1))[sqlMutant('b', 'where')]((eb) => eb.or([a(), b()])).execute()`,
  )
  expect(found.map(({ line }) => line)).toEqual([2, 2])
})

test('each condition of an sql template is found separately, and words in comments, literals and code are not', () => {
  expect(
    conditions(`
    // and this where is prose
    const a = b.and(c), prose = \`this and that\`
    sql\`select id, 'and so', count(*) filter (where kind in ('a', 'b')) -- and where
      from calls join users on users.id = calls.user_id
      where user_id = \${of('a and b')} and (stage = 'ended' or at between \${x} and \${y} + 1) order by id for update\``),
  ).toEqual([
    `kind in ('a', 'b') => true`,
    'users.id = calls.user_id => true',
    `user_id = \${of('a and b')} => true`,
    "(stage = 'ended' or at between ${x} and ${y} + 1) => true",
    "stage = 'ended' => false",
    'at between ${x} and ${y} + 1 => false',
  ])
  expect(conditions('sql`and not exists (select 1 from calls where id = 1) on conflict (id) do nothing`')).toEqual([
    'not exists (select 1 from calls where id = 1) => true',
    'id = 1 => true',
  ])
  expect(conditions('sql`${isCallable} and case when a then b end = 1 as fine, c`')).toEqual([
    '${isCallable} => true',
    'case when a then b end = 1 => true',
    'a => true',
  ])
})

test('a condition within a condition has its own switch', () => {
  const source = 'sql`where a in (select b where c)`'
  expect(withSwitches(source, sqlConditions(source), ['1', '2'])).toBe(
    "sql`where ${sqlMutant('1', sql`a in (select b where ${sqlMutant('2', sql`c`, sql`true`)})`, sql`true`)}`",
  )
})
