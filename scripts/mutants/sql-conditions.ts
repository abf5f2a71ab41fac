import { parseSync, Visitor } from 'oxc-parser'

/** A condition between two offsets. `how` is what replaces it while its mutant is active. */
export type SqlCondition = { from: number; to: number; line: number; how: 'no-where' | 'true' | 'false'; tag: string }

/** Words that end a condition at the same depth of brackets. */
const ENDS = new Set(
  'and or order group limit returning for offset union having window on join left right inner cross set then else end when as where'.split(
    ' ',
  ),
)

/**
 * The conditions of the SQL in `source`, which Stryker doesn't mutate: the query builder's `where` calls, and what follows
 * `where`, `and`, `or`, `on`, `when` or `having` in an sql template.
 */
export function sqlConditions(source: string): SqlCondition[] {
  const found: Omit<SqlCondition, 'line'>[] = []
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return
      const { name, start, end } = callee.property
      if (name !== 'where' && name !== 'whereRef') return
      found.push({ from: source.lastIndexOf('.', start), to: end, how: 'no-where', tag: name })
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') found.push(...written(source, quasi, 'sql'))
    },
  }).visit(parseSync('statements.ts', source).program)
  return found
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .map((one) => ({ ...one, line: source.slice(0, one.from).split('\n').length }))
}

/**
 * Inserts a switch at each of the `conditions` whose name isn't null: the global function `sqlMutant(name, …)` returns the
 * condition or its replacement.
 */
export function withSwitches(source: string, conditions: readonly SqlCondition[], names: readonly (string | null)[]) {
  const inserted = conditions.flatMap(({ from, to, how, tag }, index) => {
    const name = names[index] ?? null
    if (name === null) return []
    if (how === 'no-where')
      return [{ at: from, order: index, text: `[sqlMutant('${name}', '${tag}')]`, skip: to - from }]
    const opens = { at: from, order: index, text: `\${sqlMutant('${name}', ${tag}\``, skip: 0 }
    return [opens, { at: to, order: -1 - index, text: `\`, ${tag}\`${how}\`)}`, skip: 0 }]
  })
  let [result, at] = ['', 0]
  for (const { at: place, text, skip } of inserted.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
    result += source.slice(at, place) + text
    at = place + skip
  }
  return result + source.slice(at)
}

type Template = { start: number; end: number; expressions: readonly { start: number; end: number }[] }
type Word = { word: string; from: number; to: number }

function written(source: string, template: Template, tag: string): Omit<SqlCondition, 'line'>[] {
  const words = wordsOf(statementOnly(source, template), template.start)
  const begins = (index: number) => words[index]!.to
  const condition = (from: number, to: number, how: 'true' | 'false') => {
    const text = source.slice(from, to)
    const start = from + text.length - text.trimStart().length
    return { from: start, to: start + text.trim().length, how, tag }
  }
  return words.flatMap(({ word }, index) => {
    const next = words[index + 1]?.word ?? ''
    const opens =
      ['where', 'and', 'or', 'having', 'when'].includes(word) ||
      (word === 'on' && !['conflict', 'delete', 'update'].includes(next))
    if (!opens || isOfBetween(words, index)) return []
    const right = condition(begins(index), endOf(words, index), word === 'or' ? 'false' : 'true')
    const start = groupStart(words, index)
    const left = start === null ? null : condition(start, words[index]!.from, word === 'or' ? 'false' : 'true')
    return [left, right].filter((one) => one !== null && one.to > one.from) as Omit<SqlCondition, 'line'>[]
  })
}

/** The end of the condition that begins after the word at `index`. */
function endOf(words: readonly Word[], index: number): number {
  let [depth, between] = [0, 0]
  for (let at = index + 1; at < words.length; at++) {
    const { word, from } = words[at]!
    if (depth === 0) {
      if (word === 'between') between++
      else if (word === 'and' && between > 0) between--
      else if (word === ')' || word === ',' || word === '' || ENDS.has(word)) return from
    }
    if (word === '(' || word === 'case') depth++
    if (word === ')' || word === 'end') depth--
  }
  return words.at(-1)!.from
}

/** The start of the first condition of this `and` or `or`, if a bracket or the statement's start opens it. */
function groupStart(words: readonly Word[], index: number): number | null {
  if (words[index]!.word !== 'and' && words[index]!.word !== 'or') return null
  let depth = 0
  for (let at = index - 1; at >= 0; at--) {
    const { word, to } = words[at]!
    if (depth === 0 && word === '(') return to
    if (depth === 0 && (ENDS.has(word) || word === 'select' || word === ',' || word === 'between')) return null
    if (word === ')' || word === 'end') depth++
    if (word === '(' || word === 'case') depth--
  }
  return words[0]!.from
}

/** Whether this `and` belongs to `between x and y`. */
function isOfBetween(words: readonly Word[], index: number): boolean {
  if (words[index]!.word !== 'and') return false
  let depth = 0
  for (let at = index - 1; at >= 0; at--) {
    const { word } = words[at]!
    if (word === ')') depth++
    if (word === '(' && --depth < 0) return false
    if (depth === 0 && word === 'between') return true
    if (depth === 0 && (word === 'and' || word === 'or' || word === 'where')) return false
  }
  return false
}

/** The words and brackets of a statement, plus an empty word at its end. */
function wordsOf(statement: string, offset: number): Word[] {
  const words = [...statement.matchAll(/[a-z_][\w.]*|[(),]|\S/gi)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: offset + index,
    to: offset + index + word.length,
  }))
  return [...words, { word: '', from: offset + statement.trimEnd().length, to: offset + statement.length }]
}

/** The template's text with backticks and comments replaced by blanks, and values and literals by '#'. */
function statementOnly(source: string, { start, end, expressions }: Template): string {
  let text = source.slice(start, end)
  const cover = (from: number, to: number, sign: string) => {
    text = text.slice(0, from) + sign.repeat(to - from) + text.slice(to)
  }
  for (const { start: from, end: to } of expressions) {
    const [opens, closes] = [source.lastIndexOf('${', from) - start, source.indexOf('}', to) + 1 - start]
    cover(opens, closes, '#')
  }
  cover(0, 1, ' ')
  cover(text.length - 1, text.length, ' ')
  for (const { index, 0: comment } of text.matchAll(/--.*$/gm)) cover(index, index + comment.length, ' ')
  for (const { index, 0: literal } of text.matchAll(/'[^']*'|"[^"]*"/g)) cover(index, index + literal.length, '#')
  return text
}
