import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The carrier's own client library, downloaded when it is needed: 29 MB are too much for every install. */
const SDK = 'twilio@6.2.0'

export type SdkCall = {
  sid: string
  status: string
  to: string
  from: string
  duration: string | null
  answeredBy: string | null
  dateCreated: Date
  startTime: Date
  endTime: Date
  queueTime: string
}
export type SdkMessage = { sid: string; status: string; body: string; to: string; direction: string; dateCreated: Date }
export type SdkRecording = { sid: string; callSid: string; status: string; duration: string; mediaUrl: string }
type Existing<T> = {
  fetch(): Promise<T>
  update(changes: object): Promise<T>
  remove(): Promise<boolean>
}
type Resources<T> = ((sid: string) => Existing<T>) & {
  create(fields: object): Promise<T>
  list(filter?: object): Promise<T[]>
}
export type SdkClient = {
  calls: Resources<SdkCall>
  messages: Resources<SdkMessage>
  recordings: Resources<SdkRecording>
}

type RequestOptions = { uri: string }
type RequestClient = new () => { request(options: RequestOptions): Promise<unknown> }
export type Sdk = {
  (accountSid: string, authToken: string, options: { httpClient: object }): SdkClient
  RequestClient: RequestClient
  validateRequest(authToken: string, signature: string, url: string, parameters: object): boolean
}

/** Installs the library into a folder of its own and removes it afterwards. Null when it cannot be downloaded here. */
export async function withSdk<T>(work: (sdk: Sdk) => Promise<T>): Promise<T | null> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-sdk-'))
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    if (!(await installed(folder))) return null
    return await work(createRequire(join(folder, 'package.json'))('twilio') as Sdk)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function installed(folder: string): Promise<boolean> {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error']
  const npm = spawn('npm', ['install', ...options, SDK], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(npm, 'close')) as [number | null]
  return code === 0
}

/**
 * A client whose every request goes to `origin`: the library has no option for that, so its HTTP client is replaced.
 */
export function clientFor(sdk: Sdk, origin: string, account: { accountSid: string; authToken: string }): SdkClient {
  class Redirected extends sdk.RequestClient {
    override request(options: RequestOptions) {
      const { pathname, search } = new URL(options.uri)
      return super.request({ ...options, uri: `${origin}${pathname}${search}` })
    }
  }
  return sdk(account.accountSid, account.authToken, { httpClient: new Redirected() })
}
