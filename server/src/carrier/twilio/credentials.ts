export type Credentials = {
  accountSid: string
  authToken: string
  /** Tried when the first one is refused: while tokens are rotated either may be the one that counts. */
  secondaryAuthToken?: string | null
  /** Signs requests in instead of the token, which then only verifies callbacks; null: the token does both. */
  apiKey?: ApiKey | null
}

export type ApiKey = { sid: string; secret: string }

/**
 * The Authorization headers of a request, in the order in which to try them. A key that the carrier refuses was revoked:
 * the token, which may do more, never stands in for it.
 */
export function signIns({
  apiKey = null,
  accountSid,
  authToken,
  secondaryAuthToken = null,
}: Credentials): [string, ...string[]] {
  if (apiKey !== null) return [basic(apiKey.sid, apiKey.secret)]
  const first = basic(accountSid, authToken)
  return secondaryAuthToken === null ? [first] : [first, basic(accountSid, secondaryAuthToken)]
}

const basic = (user: string, secret: string) => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
