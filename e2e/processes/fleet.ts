import path from 'node:path'
import { openDatabase, type Database, type DatabaseConnection } from '../../server/src/platform/database/database.ts'
import { shareClips } from '../../server/test/harness/app/shared-clips.ts'
import { keepPostgres } from '../../server/test/harness/database/kept-postgres.ts'
import { freePorts } from '../free-ports.ts'
import { launchProduct, installedPlace, removePlace, type Place, type Product } from '../processes.ts'

/** Several processes of the product with one database and one carrier, like several machines. */
export type Fleet = {
  place: Place
  db: Database
  /** Starts a web process. The carrier calls back the first one. `checkout` is the folder of another version. */
  web(env?: Readonly<Record<string, string>>, checkout?: string): Promise<Product>
  worker(env?: Readonly<Record<string, string>>, checkout?: string): Promise<Product>
  [Symbol.asyncDispose](): Promise<void>
}

/** How the processes and the test connect to the fleet's database. */
export type FleetDatabase = { url: string; connection: DatabaseConnection; stop(): Promise<void> }

const OF_THE_CARRIER = {
  TWILIO_ACCOUNT_SID: 'ACf1ee7',
  TWILIO_AUTH_TOKEN: 'of-the-fleet',
  TWILIO_PHONE_NUMBER: '+15005550006',
}

/** The ready line in the product's log, or in the sandbox's output. */
const READY = /"msg":"ready"|^Phone sandbox ready/
const READY_WITHIN_MS = 60_000

export async function newFleet(
  env: Readonly<Record<string, string>> = {},
  openFleetDatabase: (folder: string) => Promise<FleetDatabase> = embedded,
): Promise<Fleet> {
  const place = await installedPlace()
  const files = path.join(place.dataDir, 'files')
  await shareClips(path.join(files, 'files'))
  const { url, connection, stop } = await openFleetDatabase(place.dataDir)
  const db = openDatabase(connection)
  const started: Product[] = []

  type Settings = Readonly<Record<string, string>>
  async function start(program: string, env: Settings, checkout?: string): Promise<Product> {
    // This folder identifies a run's processes. The database, in a folder beside it, is not one of them.
    const product = launchProduct({ ...place, dataDir: files, env, ...(checkout && { checkout }) }, [program])
    started.push(product)
    await product.waitForLine(READY, READY_WITHIN_MS)
    return product
  }

  const settings = {
    DATA_DIR: files,
    DATABASE_URL: url,
    PUBLIC_URL: place.webUrl,
    TWILIO_API_URL: place.sandboxUrl,
    MAIL_URL: `smtp://127.0.0.1:${place.env['SANDBOX_SMTP_PORT']}`,
    CALLS_PER_SECOND: '20',
    SPEECH_AHEAD: 'off',
    ...OF_THE_CARRIER,
    ...env,
  }
  await start('exchange/src/main.ts', {
    SANDBOX_PORT: place.env['SANDBOX_PORT']!,
    SANDBOX_SMTP_PORT: place.env['SANDBOX_SMTP_PORT']!,
    SANDBOX_ACCOUNT_SID: OF_THE_CARRIER.TWILIO_ACCOUNT_SID,
    SANDBOX_AUTH_TOKEN: OF_THE_CARRIER.TWILIO_AUTH_TOKEN,
    SANDBOX_PHONE_NUMBER: OF_THE_CARRIER.TWILIO_PHONE_NUMBER,
  })
  let webs = 0

  return {
    place,
    db,
    async web(more = {}, checkout) {
      const port = webs++ === 0 ? Number(place.env['PORT']) : (await freePorts(1))[0]!
      const product = await start(
        'server/src/main.ts',
        { ...settings, ROLE: 'web', PORT: String(port), ...more },
        checkout,
      )
      return { ...product, webUrl: `http://localhost:${port}` }
    },
    worker: (more = {}, checkout) => start('server/src/main.ts', { ...settings, ROLE: 'worker', ...more }, checkout),
    async [Symbol.asyncDispose]() {
      for (const product of started.toReversed()) await product.killEverything()
      await db.destroy()
      await stop()
      await removePlace(place)
    },
  }
}

async function embedded(folder: string): Promise<FleetDatabase> {
  const { connection, stop } = await keepPostgres(path.join(folder, 'database'))
  return { url: socketUrl(connection), connection, stop }
}

const socketUrl = ({ user, database, host }: DatabaseConnection) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`
