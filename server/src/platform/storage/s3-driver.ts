import type { DriverContract } from 'flydrive/types'
import type { Logger } from 'pino'
import { StartRefusedError } from '../process/start-and-stop.ts'

export type S3Keys = { accessKeyId: string; secretAccessKey: string }

/** Files are small, so a slower server is as good as down for a waiting caller. */
const CONNECT_LIMIT_MS = 3_000
const REQUEST_LIMIT_MS = 15_000

/** Errors that retrying won't fix, and what to do about them. */
const WRONG_SETTINGS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'the server does not know S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'the server does not accept S3_SECRET_ACCESS_KEY',
  AccessDenied: 'these keys may not list the bucket: they need to list, read, write and delete in it',
  NoSuchBucket: 'there is no bucket of this name: create it first',
  RequestTimeTooSkewed: 'the clock of this machine is more than 15 minutes off',
  PermanentRedirect: 'the bucket is in another region: name it with ?region=…',
  AuthorizationHeaderMalformed: 'the bucket is in another region: name it with ?region=…',
}

/**
 * Opens `s3://bucket?endpoint=https://…&region=…`. Wrong settings refuse the start, but a server that is down doesn't:
 * calls ring without it in the carrier's voice, and their audio is made when it's back.
 */
export async function s3Driver(url: URL, keys: S3Keys | null, log: Pick<Logger, 'warn'>): Promise<DriverContract> {
  if (!keys) throw new StartRefusedError('STORAGE_URL is s3: but S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is missing.')
  const endpoint = url.searchParams.get('endpoint')
  if (url.hostname === '' || url.pathname.length > 1 || (endpoint !== null && !URL.canParse(endpoint))) {
    throw new StartRefusedError('STORAGE_URL must look like s3://bucket or s3://bucket?endpoint=https://…&region=….')
  }
  // 22 MB on disk and slow to load, so load it only if needed.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const driver = new S3Driver({
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: keys,
    visibility: 'private',
    supportsACL: false,
    // Servers other than Amazon's often refuse the checksums that its client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_LIMIT_MS, requestTimeout: REQUEST_LIMIT_MS },
  })
  await look(driver, url.hostname, log)
  return driver
}

type Listing = { listAll(folder: string, options: { maxResults: number }): Promise<unknown> }

/** Listing needs the keys, the bucket and the permission, so it finds every wrong setting. */
async function look(driver: Listing, bucket: string, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await driver.listAll('speech', { maxResults: 1 })
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    const wrong = WRONG_SETTINGS[name]
    if (wrong !== undefined) throw new StartRefusedError(`STORAGE_URL s3://${bucket}: ${wrong}.`)
    log.warn({ bucket, error }, 'file storage unavailable; calls speak without clips')
  }
}
