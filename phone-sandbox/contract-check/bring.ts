import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** Exact, so that a new version of the carrier's contract is a deliberate change. */
const packages = ['@twilio/cli-core@8.3.2', 'ajv@8.20.0', 'ajv-formats@3.0.1']
const folderOfDocuments = 'node_modules/@twilio/cli-core/src/services/twilio-api'
const ofCalls = 'twilio_api_v2010'
const ofAccounts = [
  'twilio_accounts_v1',
  'twilio_messaging_v1',
  'twilio_trusthub_v1',
  'twilio_verify_v2',
  'twilio_voice_v1',
]

export type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; $ref?: string }
export type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export type ContractDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
export type Validator = ((value: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] | null }
export type Ajv = {
  compile(schema: object): Validator
  addFormat(name: string, format: RegExp | true): void
  addSchema(schema: object, key: string): void
}
export type Brought = {
  /** That of calls and texts. */
  document: ContractDocument
  /** It, and those by which an account's settings are read and changed. */
  documents: ContractDocument[]
  newAjv(options: object): Ajv
  /** Removes what was downloaded. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Downloads the carrier's OpenAPI document and a validator for it, into a folder that is removed afterwards: 150 MB are
 * too much for every install. Null when the packages are not available, as without a network.
 */
export async function bringContract(): Promise<Brought | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-check-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  await writeFile(path.join(folder, 'package.json'), '{"private":true}')
  try {
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]
    await promisify(execFile)('npm', install, { cwd: folder })
  } catch {
    await remove()
    return null
  }
  const load = createRequire(path.join(folder, 'package.json'))
  const { default: AjvClass } = load('ajv') as { default: new (options: object) => Ajv }
  const { default: addFormats } = load('ajv-formats') as { default: (ajv: Ajv) => void }
  const read = async (name: string) =>
    JSON.parse(await readFile(path.join(folder, folderOfDocuments, `${name}.json`), 'utf8')) as ContractDocument
  const document = await read(ofCalls)
  return {
    document,
    documents: [document, ...(await Promise.all(ofAccounts.map(read)))],
    newAjv(options) {
      const ajv = new AjvClass(options)
      addFormats(ajv)
      return ajv
    },
    [Symbol.asyncDispose]: remove,
  }
}
