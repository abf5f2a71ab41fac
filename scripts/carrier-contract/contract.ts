import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Exact versions, so that a new contract is a deliberate change. */
const packages = ['@twilio/cli-core@8.3.2', 'ajv@8.20.0', 'ajv-formats@3.0.1']
const folderOfDocuments = 'node_modules/@twilio/cli-core/src/services/twilio-api'
/** Calls and texts, then an account's settings. */
const names = [
  'twilio_api_v2010',
  'twilio_accounts_v1',
  'twilio_messaging_v1',
  'twilio_trusthub_v1',
  'twilio_verify_v2',
  'twilio_voice_v1',
]

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; $ref?: string }
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type ContractDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
type Validator = ((value: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] | null }
type Ajv = {
  compile(schema: object): Validator
  addFormat(name: string, format: RegExp | true): void
}
type Contract = {
  documents: ContractDocument[]
  newAjv(options: object): Ajv
  /** Removes what was downloaded. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Downloads the carrier's OpenAPI documents and a validator, since 150 MB are too much for a dependency. Null when the
 * packages aren't available, for example without a network.
 */
export async function fetchContract(): Promise<Contract | null> {
  const folder = await mkdtemp(join(tmpdir(), 'carrier-contract-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  try {
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]
    await promisify(execFile)('npm', install, { cwd: folder })
  } catch {
    await remove()
    return null
  }
  const load = createRequire(join(folder, 'package.json'))
  const { default: AjvClass } = load('ajv') as { default: new (options: object) => Ajv }
  const { default: addFormats } = load('ajv-formats') as { default: (ajv: Ajv) => void }
  const read = async (name: string) =>
    JSON.parse(await readFile(join(folder, folderOfDocuments, `${name}.json`), 'utf8')) as ContractDocument
  return {
    documents: await Promise.all(names.map(read)),
    newAjv(options) {
      const ajv = new AjvClass(options)
      addFormats(ajv)
      return ajv
    },
    [Symbol.asyncDispose]: remove,
  }
}

/** A request as sent, and its response. */
export type Exchange = {
  method: string
  path: string
  query: Record<string, string>
  /** Values in the order of the body. A repeated name is a list. */
  form: Record<string, string | string[]>
  status: number
  body: unknown
  /** Whether the response has all fields of the carrier's, or only those that we read. */
  whole: boolean
}

type Judged = {
  /** Method and path template of the contract. */
  operation: string
  faults: string[]
}

/**
 * Checks exchanges against all of the carrier's documents together, whose paths don't collide. Neither requests nor
 * responses may have unknown fields.
 */
export function judgeOf({ documents, newAjv }: Contract): (exchange: Exchange) => Judged {
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
  // Fewest variables first, since /Balance.json also matches a template.
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

/** An empty value clears a field, which the documents' patterns don't allow. */
function formFaults(ajv: Ajv, schema: Schema, form: Exchange['form']): string[] {
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))
  const packed = Object.entries(given).filter(
    ([name, value]) =>
      schema.properties?.[name]?.['type'] === 'array' && [value].flat().some((one) => /^\s*\[/.test(one)),
  )
  return [
    ...faultsBy(ajv.compile({ type: 'object', ...schema, additionalProperties: false }), given),
    ...packed.map(([name]) => `${name} is a list, so each item needs its own field`),
  ]
}

function answerFaults(
  ajv: Ajv,
  document: ContractDocument,
  operation: Operation,
  { status, body, whole }: Exchange,
): string[] {
  const answer = operation.responses[status]
  if (answer === undefined) return [`it has no answer ${status}`]
  const schema = answer.content?.['application/json']?.schema
  return schema === undefined ? [] : faultsBy(ajv.compile(closed(complete(document, schema), whole)), body)
}

/** Forbids unknown properties and, in a `whole` response, missing ones. */
function closed(schema: Schema, whole: boolean): Schema {
  const inner = mapValues(schema, (value) => closed(value, whole))
  if (!inner.properties) return inner
  return { ...inner, additionalProperties: false, ...(whole && { required: Object.keys(inner.properties) }) }
}

const e164 = /^\+[1-9]\d{6,14}$/
const mailDate = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/

/** Defines the documents' formats for the validator. */
function nameFormats(ajv: Ajv, { uri }: { uri: RegExp }): void {
  ajv.addFormat('uri', uri)
  ajv.addFormat('endpoint', e164)
  ajv.addFormat('phone-number', e164)
  ajv.addFormat('date-time-rfc-2822', mailDate)
  ajv.addFormat('currency', /^[A-Z]{3}$/)
  for (const name of ['http-method', 'twiml', 'uri-map', 'phone-number-capabilities', 'iso-country-code'])
    ajv.addFormat(name, true)
}

/** Replaces references with their targets. */
function complete(document: ContractDocument, schema: Schema): Schema {
  if (schema.$ref) return complete(document, document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const completed = mapValues(schema, (value) => complete(document, value))
  // The validator rejects `nullable` without a type, where it has no effect anyway.
  if (completed['nullable'] && !completed['type']) delete completed['nullable']
  return completed
}

const mapValues = (schema: Schema, change: (value: Schema) => Schema): Schema =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, isSchema(value) ? change(value) : value]))

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The validator's errors for a value. */
function faultsBy(validate: Validator, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`)
}
