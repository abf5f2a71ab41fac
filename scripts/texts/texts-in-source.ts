import { parseSync } from 'oxc-parser'

/** A text in a source, with `{…}` for each value. `line` counts from 1. */
export type SourceText = { line: number; text: string }

type Node = { type: string; start: number; end: number; [field: string]: unknown }

// Texts for developers or machines: log lines, errors, style names.
const UNSEEN_CALLS =
  /(?:^|\.)(?:Error|RangeError|TypeError|info|warn|error|debug|fatal|spawn|classNames|sql|querySelector)$/
const UNSEEN_ATTRIBUTES = /^(?:className|class|d|style|viewBox|href|src|key|type|transform|points|id|rel|sizes)$/
const SHOWN_ATTRIBUTES = /^(?:label|title|placeholder|aria-label|alt|heading|text|hint|question|description|name)$/

/**
 * The texts of a TypeScript or JSX source that a person may read on a screen, in an email or in a text message, in order.
 * A sentence with elements or values in it is one text.
 */
export function textsInSource(file: string, source: string): SourceText[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map((newline) => newline.index + 1)]
  const texts: SourceText[] = []
  visit(program as unknown as Node, (node, text) => {
    texts.push({ line: lineStarts.filter((start) => start <= node.start).length, text })
  })
  return texts
}

type Found = (node: Node, text: string) => void

function visit(node: Node, found: Found): void {
  if (isUnseen(node)) return
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return visitElement(node, found)
  }
  if (node.type === 'JSXAttribute') return visitAttribute(node, found)
  const text = plainText(node)
  if (text !== null && isSentence(text)) return found(node, text)
  for (const child of children(node)) visit(child, found)
}

/** An element's words are one text. Its braces and attributes are visited separately. */
function visitElement(node: Node, found: Found): void {
  const text = wordsOf(node).replaceAll(/\s+/g, ' ').trim()
  if (holdsOwnWords(node)) found(node, text)
  const inner = node['children'] as Node[]
  const opening = node['openingElement'] as Node | undefined
  for (const attribute of (opening?.['attributes'] as Node[] | undefined) ?? []) visit(attribute, found)
  for (const child of inner) {
    if (child.type === 'JSXText' || isOwnWords(child)) continue
    const isPartOfWords = holdsOwnWords(node) && isInline(child)
    if (!isPartOfWords) visit(child, found)
    else for (const part of children(child)) visitInline(part, found)
  }
}

function visitInline(node: Node, found: Found): void {
  if (node.type === 'JSXExpressionContainer') visit(node, found)
  else if (node.type === 'JSXOpeningElement') for (const child of children(node)) visit(child, found)
}

function visitAttribute(node: Node, found: Found): void {
  const name = String((node['name'] as Node)['name'])
  const value = node['value'] as Node | null
  if (value === null || UNSEEN_ATTRIBUTES.test(name)) return
  const text = plainText(value)
  if (text === null) return visit(value, found)
  if (SHOWN_ATTRIBUTES.test(name) || isSentence(text)) found(node, text)
}

function wordsOf(node: Node): string {
  if (node.type === 'JSXText') return String(node['value']).replaceAll('&apos;', "'").replaceAll('&amp;', '&')
  if (node.type === 'JSXExpressionContainer') return plainText(node['expression'] as Node) ?? '{…}'
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const inner = (node['children'] as Node[]).map(wordsOf).join('')
    return inner === '' ? '{…}' : inner
  }
  return ''
}

function holdsOwnWords(node: Node): boolean {
  return (node['children'] as Node[]).some(
    (child) => (child.type === 'JSXText' || isOwnWords(child)) && /[a-z]/i.test(wordsOf(child)),
  )
}

/** Whether a node is a string or template in braces, which belongs to the element's words. */
function isOwnWords(node: Node): boolean {
  return node.type === 'JSXExpressionContainer' && plainText(node['expression'] as Node) !== null
}

function isInline(node: Node): boolean {
  return node.type === 'JSXElement' || node.type === 'JSXFragment'
}

function isUnseen(node: Node): boolean {
  if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return true
  if (/^Import|^Export(?:All)/.test(node.type) || node.type === 'TaggedTemplateExpression') return true
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  return UNSEEN_CALLS.test(nameOf(node['callee'] as Node))
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'MemberExpression') return `${nameOf(node['object'] as Node)}.${nameOf(node['property'] as Node)}`
  return ''
}

/** The words of a string, a template or a concatenation of them, or null. */
function plainText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as { value: { cooked: string } }[]
    return quasis.map(({ value }) => value.cooked).join('{…}')
  }
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [plainText(node['left'] as Node), plainText(node['right'] as Node)]
    return left === null && right === null ? null : `${left ?? '{…}'}${right ?? '{…}'}`
  }
  return null
}

function isSentence(text: string): boolean {
  const isWhole =
    /^(?:\W*[A-Z]|\{…\}\W* )/.test(text) && /[a-z]{2}/.test(text) && /[a-z} ] ?[a-z{]|^[A-Z][a-z]+[.!?]?$/.test(text)
  return isWhole || isPartOfSentence(text)
}

/** Several words in a row, as in a list, without style names. */
function isPartOfSentence(text: string): boolean {
  return /^[a-z',]+(?: [a-z',]+){2}/.test(text) && !/(?:^|\s)(?:[a-z]+:)?[a-z]+-(?:\d|\[|[a-z]+$)/.test(text)
}

function children(node: Node): Node[] {
  return Object.entries(node).flatMap(([field, value]) => {
    if (field === 'parent') return []
    return (Array.isArray(value) ? value : [value]).filter(isNode)
  })
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
