import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { prepareHome, SUPERUSER } from '../../server/src/platform/database/embedded/home.ts'
import { launchServer } from '../../server/src/platform/database/embedded/server-process.ts'
import { killProcesses } from '../process-tree.ts'
import { launchProduct, type Place, type Product } from '../processes.ts'
import type { Network } from './network.ts'

/** Each is one machine. */
export const HOSTS = ['db', 'carrier', 'web', 'one', 'two'] as const
export type Host = (typeof HOSTS)[number]

type Hosted = { network: Omit<Network, 'remove'>; place: Place }

const CARRIER = { sid: 'AC0f0the0hosts', token: 'of-the-hosts', number: '+15005550006' }

/** Starts PostgreSQL on its host, open to the others. Returns the function that stops it. */
export async function startDatabase({ network, place }: Hosted): Promise<() => Promise<void>> {
  const home = await prepareHome(path.join(place.dataDir, 'postgres'))
  await appendFile(path.join(home.dataDir, 'pg_hba.conf'), '\nhost all all 10.77.0.0/16 trust\n')
  const account = { ...home.account, prefix: [...network.on('db'), ...home.account.prefix] }
  await launchServer({ ...home, account }, { listen_addresses: network.addressOf('db') })
  return () => killProcesses({ variable: 'NONE', value: 'none', folder: home.dataDir })
}

export async function startCarrier(hosted: Hosted): Promise<Product> {
  const words = ['e2e/hosts/carrier-host.ts', hosted.network.addressOf('carrier'), CARRIER.sid, CARRIER.token]
  return start(hosted, { host: 'carrier', words, env: {}, ready: /carrier ready/ })
}

/** Starts the product's program on a host in one role, like the image does. */
export function startRole(hosted: Hosted, { host, role }: { host: Host; role: 'web' | 'worker' }): Promise<Product> {
  const { network, place } = hosted
  const settings = {
    ROLE: role,
    HOST: '0.0.0.0',
    PORT: '3000',
    PUBLIC_URL: `http://${network.addressOf('web')}:3000`,
    DATA_DIR: path.join(place.dataDir, 'files'),
    DATABASE_URL: `postgres://${SUPERUSER}@${network.addressOf('db')}:5432/postgres`,
    TWILIO_API_URL: `http://${network.addressOf('carrier')}:3001`,
    TWILIO_ACCOUNT_SID: CARRIER.sid,
    TWILIO_AUTH_TOKEN: CARRIER.token,
    TWILIO_PHONE_NUMBER: CARRIER.number,
    MAIL_URL: `smtp://${network.addressOf('carrier')}:3002?requireTLS=false`,
    CALLS_PER_SECOND: '20',
  }
  return start(hosted, { host, words: ['server/src/main.ts'], env: settings, ready: /"msg":"ready"/ })
}

type Program = { host: Host; words: string[]; env: Record<string, string>; ready: RegExp }

async function start({ network, place }: Hosted, { host, words, env, ready }: Program): Promise<Product> {
  // This folder identifies a run's processes. The database, in a folder beside it, is not one of them.
  const folder = path.join(place.dataDir, 'files')
  const product = launchProduct({ ...place, dataDir: folder, env }, words, network.on(host))
  await product.waitForLine(ready, 60_000)
  return product
}
