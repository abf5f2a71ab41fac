import type { Ajv, Brought, ContractDocument, Schema, Validator } from './bring.ts'

const account = '/2010-04-01/Accounts/{AccountSid}'
const e164 = /^\+[1-9]\d{6,14}$/
const absolute = /^https?:\/\/\S+$/
/** Lists and resources link their neighbours without a host, and their media with one. */
const anywhere = /^(https?:\/)?\/\S*$/
const mailDate = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/

/** The two questions that this check asks of the carrier's contract. */
export type Contract = {
  /** Names of an operation's form fields. */
  fields(path: string): string[]
  /** What is wrong with a form, by the contract; empty is good. */
  faultsOfRequest(path: string, form: Record<string, string | string[]>): string[]
  /** What is wrong with a response: missing properties and unknown ones too. */
  faultsOfAnswer(operation: { path: string; method: string; status: number }, body: unknown): string[]
}

export function contractOf({ document, newAjv }: Brought): Contract {
  const requests = newAjv({ strict: false, coerceTypes: 'array', allErrors: true })
  const answers = newAjv({ strict: false, allErrors: true })
  nameFormats(requests, { uri: absolute })
  nameFormats(answers, { uri: anywhere })
  const formOf = (path: string) => formSchema(document, account + path)
  return {
    fields: (path) => Object.keys(formOf(path).properties ?? {}),
    faultsOfRequest: (path, form) =>
      faultsBy(requests.compile({ ...complete(document, formOf(path)), additionalProperties: false }), { ...form }),
    faultsOfAnswer({ path, method, status }, body) {
      const content = document.paths[account + path]?.[method]?.responses[status]?.content
      const schema = content?.['application/json']?.schema
      if (!schema) return [`the contract has no answer ${status} to ${method} ${path}`]
      return faultsBy(answers.compile(strict(complete(document, schema))), body)
    },
  }
}

function formSchema(document: ContractDocument, path: string): Schema {
  const schema = document.paths[path]?.['post']?.requestBody?.content['application/x-www-form-urlencoded']?.schema
  if (!schema) throw new Error(`the contract has no form for ${path}`)
  return schema
}

/** The document's formats, as this check understands them. */
export function nameFormats(ajv: Ajv, { uri }: { uri: RegExp }): void {
  ajv.addFormat('uri', uri)
  ajv.addFormat('endpoint', e164)
  ajv.addFormat('phone-number', e164)
  ajv.addFormat('date-time-rfc-2822', mailDate)
  ajv.addFormat('currency', /^[A-Z]{3}$/)
  for (const name of ['http-method', 'twiml', 'uri-map', 'phone-number-capabilities', 'iso-country-code'])
    ajv.addFormat(name, true)
}

/** References are replaced by their targets. */
export function complete(document: ContractDocument, schema: Schema): Schema {
  if (schema.$ref) return complete(document, document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const completed = mapValues(schema, (value) => complete(document, value))
  // The document allows null for properties without a type; to the validator that is anything anyway.
  if (completed['nullable'] && !completed['type']) delete completed['nullable']
  return completed
}

/** Every object must have exactly the properties of its description. */
function strict(schema: Schema): Schema {
  const inner = mapValues(schema, strict)
  if (!inner.properties) return inner
  return { ...inner, required: Object.keys(inner.properties), additionalProperties: false }
}

export const mapValues = (schema: Schema, change: (value: Schema) => Schema): Schema =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, isSchema(value) ? change(value) : value]))

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the validator says of a value; empty is good. */
export function faultsBy(validate: Validator, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`)
}
