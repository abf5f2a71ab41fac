import { XMLParser, XMLValidator } from 'fast-xml-parser'

/**
 * An instruction of a TwiML document. `text`: all text inside it, without speech markup. `comment`: the XML comment right
 * before it, which only the sandbox reads.
 */
export type Verb = { name: string; attributes: Record<string, string>; text: string; comment: string; children: Verb[] }

export type ParsedDocument =
  | { outcome: 'parsed'; verbs: Verb[] }
  /** 12100: not well-formed or an unknown verb; 12200: a verb or attribute in the wrong place. */
  | { outcome: 'invalid'; code: 12100 | 12200; message: string }

/** The verbs that the sandbox supports, with their attributes. Any other attribute is an error, since it's a typo. */
const attributesOf: Record<string, readonly string[]> = {
  Say: ['voice', 'language'],
  Play: [],
  Pause: ['length'],
  Gather: ['input', 'action', 'method', 'numDigits', 'timeout', 'finishOnKey', 'actionOnEmptyResult'],
  Redirect: ['method'],
  Hangup: [],
}
const insideGather = new Set(['Say', 'Play', 'Pause'])
const COMMENT = '#comment'
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  ignoreDeclaration: true,
  attributeNamePrefix: '',
  commentPropName: COMMENT,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
})

/** An empty document is valid and has no verbs. */
export function parseDocument(xml: string): ParsedDocument {
  if (xml.trim() === '') return { outcome: 'parsed', verbs: [] }
  const wellFormed = XMLValidator.validate(xml)
  if (wellFormed !== true) return invalid(12100, `Document parse failure: ${wellFormed.err.msg}`)
  const parsed = parse(xml)
  if (typeof parsed === 'string') return invalid(12100, `Document parse failure: ${parsed}`)
  const roots = elementsOf(parsed)
  const [root] = roots
  if (roots.length !== 1 || root?.name !== 'Response') return invalid(12100, 'The root element must be <Response>')
  return firstProblem(root.children) ?? { outcome: 'parsed', verbs: root.children }
}

type Node = Record<string, unknown>

/** Returns an error as a string: the parser rejects names such as __proto__, which the validator accepts. */
function parse(xml: string): Node[] | string {
  try {
    return parser.parse(xml) as Node[]
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function elementsOf(nodes: Node[]): Verb[] {
  return nodes.flatMap((node, index) => {
    const name = Object.keys(node).find((key) => key !== ':@' && !key.startsWith('#') && !key.startsWith('?'))
    if (name === undefined) return []
    const inner = node[name] as Node[]
    const attributes = (node[':@'] ?? {}) as Record<string, string>
    return [
      {
        name,
        attributes,
        text: textOf(inner).replaceAll(/\s+/g, ' ').trim(),
        comment: commentOf(nodes[index - 1]),
        children: elementsOf(inner),
      },
    ]
  })
}

function commentOf(node: Node | undefined): string {
  const inner = node?.[COMMENT]
  return isList(inner) ? textOf(inner).trim() : ''
}

function textOf(nodes: Node[]): string {
  return nodes
    .filter((node) => !(COMMENT in node))
    .map((node) => ('#text' in node ? String(node['#text']) : Object.values(node).filter(isList).map(textOf).join('')))
    .join('')
}

const isList = (value: unknown): value is Node[] => Array.isArray(value)

function firstProblem(verbs: Verb[], parent?: string): ParsedDocument | null {
  for (const verb of verbs) {
    const allowed = Object.hasOwn(attributesOf, verb.name) ? attributesOf[verb.name] : undefined
    if (allowed === undefined) return invalid(12100, `<${verb.name}> is not a verb that this sandbox knows`)
    if (parent && !insideGather.has(verb.name)) return invalid(12200, `<${verb.name}> is not allowed in <${parent}>`)
    const unknown = Object.keys(verb.attributes).find((name) => !allowed.includes(name))
    if (unknown !== undefined) return invalid(12200, `<${verb.name}> has no attribute "${unknown}"`)
    const nested = verb.name === 'Gather' ? firstProblem(verb.children, 'Gather') : null
    if (nested) return nested
  }
  return null
}

const invalid = (code: 12100 | 12200, message: string): ParsedDocument => ({ outcome: 'invalid', code, message })
