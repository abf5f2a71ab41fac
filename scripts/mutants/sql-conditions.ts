/** A change of a statement: what stands from `from` to `to` becomes `becomes`. */
export type SqlChange = { from: number; to: number; becomes: string; line: number }

/**
 * Takes each condition out of the statements in `source`, one at a time: a call of `where` of the query builder, and a
 * `where` or `and` that begins a line, or follows on one, of a statement that is written out. Stryker knows no SQL.
 */
export function sqlConditions(source: string): SqlChange[] {
  const built = [...source.matchAll(/\.where(?:Ref)?\(/g)].map(({ index }) => ({
    from: index,
    to: afterArguments(source, index),
    becomes: '',
  }))
  const written = [...source.matchAll(/\b(?:where|and)(?= )/g)].flatMap(({ index, 0: word }) =>
    inTemplate(source, index) ? [{ from: index, to: index + word.length, becomes: `${word} true or` }] : [],
  )
  return [...built, ...written]
    .toSorted((a, b) => a.from - b.from)
    .map((change) => ({ ...change, line: source.slice(0, change.from).split('\n').length }))
}

/** The index after the bracket that closes the first one from `from` on; brackets in texts come in pairs, too. */
function afterArguments(source: string, from: number): number {
  let depth = 0
  for (let at = source.indexOf('(', from); at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return at + 1
  }
  return source.length
}

/** Whether this place is in a text between backticks and not in a comment: an odd number of them stands before it. */
function inTemplate(source: string, at: number): boolean {
  const before = source
    .slice(0, at)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
  return before.split('`').length % 2 === 0
}
