import type { Ajv, Brought, ContractDocument, Operation, Schema } from './bring.ts'
import { complete, faultsBy, mapValues, nameFormats } from './contract.ts'

/** A request as it went over the wire, and its answer. */
export type Exchange = {
  method: string
  path: string
  query: Record<string, string>
  /** Values in the order of the body: a list is a name that repeats. */
  form: Record<string, string | string[]>
  status: number
  body: unknown
}

export type Judged = {
  /** Method and path, as the contract writes them. */
  operation: string
  faults: string[]
}

/**
 * Judges exchanges by all of the carrier's documents together, because their paths don't collide. An answer may lack
 * properties, a request may not invent any.
 */
export function judgeOf({ documents, newAjv }: Brought): (exchange: Exchange) => Judged {
  const [requests, answers] = [
    newAjv({ strict: false, coerceTypes: 'array', allErrors: true }),
    newAjv({ strict: false, allErrors: true }),
  ]
  nameFormats(requests, { uri: /^https?:\/\/\S+$/ })
  nameFormats(answers, { uri: /^(https?:\/)?\/\S*$/ })
  return (exchange) => {
    const found = find(documents, exchange)
    if (found === null)
      return { operation: `${exchange.method} ${exchange.path}`, faults: ['there is no such operation'] }
    const { document, operation, template, inPath } = found
    return {
      operation: `${exchange.method} ${template}`,
      faults: [
        ...parameterFaults(requests, operation, { ...exchange, inPath }),
        ...formFaults(requests, complete(document, formOf(operation)), exchange.form),
        ...answerFaults(answers, document, operation, exchange),
      ],
    }
  }
}

type Found = { document: ContractDocument; operation: Operation; template: string; inPath: Record<string, string> }

function find(documents: readonly ContractDocument[], { method, path }: Exchange): Found | null {
  const all = documents.flatMap((document) => Object.keys(document.paths).map((template) => ({ document, template })))
  // Fewest variables first: /Balance.json is no account's.
  for (const { document, template } of all.toSorted((a, b) => variables(a.template) - variables(b.template))) {
    const operation = document.paths[template]?.[method.toLowerCase()]
    const match = pattern(template).exec(path)
    if (operation && match) return { document, operation, template, inPath: { ...match.groups } }
  }
  return null
}

const variables = (template: string): number => template.split('{').length

const pattern = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_all, name) => `(?<${name}>[^/]+?)`)}$`)

function parameterFaults(
  ajv: Ajv,
  { parameters = [] }: Operation,
  { query, inPath }: Exchange & { inPath: Record<string, string> },
): string[] {
  const given = { ...inPath, ...query }
  return Object.entries(given).flatMap(([name, value]) => {
    const known = parameters.find((one) => one.name === name)
    if (known === undefined) return [`it has no parameter ${name}`]
    return faultsBy(ajv.compile({ type: 'object', properties: { [name]: known.schema } }), { [name]: value })
  })
}

const formOf = ({ requestBody }: Operation): Schema =>
  requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {}

/** An empty value clears a field, which a document's pattern cannot say. */
function formFaults(ajv: Ajv, schema: Schema, form: Exchange['form']): string[] {
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))
  const packed = Object.entries(given).filter(
    ([name, value]) =>
      schema.properties?.[name]?.['type'] === 'array' && [value].flat().some((one) => /^\s*\[/.test(one)),
  )
  return [
    ...faultsBy(ajv.compile({ type: 'object', ...schema, additionalProperties: false }), given),
    ...packed.map(([name]) => `${name} is a list: each of its items is a field of its own`),
  ]
}

function answerFaults(
  ajv: Ajv,
  document: ContractDocument,
  operation: Operation,
  { status, body }: Exchange,
): string[] {
  const answer = operation.responses[status]
  if (answer === undefined) return [`it has no answer ${status}`]
  const schema = answer.content?.['application/json']?.schema
  return schema === undefined ? [] : faultsBy(ajv.compile(closed(complete(document, schema))), body)
}

/** No object may have properties that its description lacks. */
function closed(schema: Schema): Schema {
  const inner = mapValues(schema, closed)
  return inner.properties ? { ...inner, additionalProperties: false } : inner
}
