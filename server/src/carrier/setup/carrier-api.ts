/** The carrier's account as its settings are read: the same key and token as for calls. */
export type CarrierAccount = {
  apiUrl: string
  accountSid: string
  authToken: string
  /** Tried when the first one is refused, as calls do while tokens are rotated. */
  secondaryAuthToken?: string | null
}

/** The parts of the carrier's interface, each at an address of its own. */
export type Part = 'api' | 'voice' | 'messaging' | 'accounts' | 'trusthub'

export type ApiRequest = {
  part: Part
  /** `{account}` stands for our account. */
  path: string
  method?: 'GET' | 'POST' | 'PATCH'
  form?: Readonly<Record<string, string>>
}

/** What the carrier said; status 0: it could not be reached. */
export type ApiAnswer = { status: number; body: unknown }

const LIMIT_MS = 10_000

/** Asks once. A carrier that is reached at another address than Twilio's has all its parts there. */
export async function askCarrierApi(account: CarrierAccount, request: ApiRequest): Promise<ApiAnswer> {
  const answer = await ask(account, account.authToken, request)
  const { secondaryAuthToken = null } = account
  return answer.status === 401 && secondaryAuthToken !== null ? ask(account, secondaryAuthToken, request) : answer
}

async function ask(account: CarrierAccount, token: string, request: ApiRequest): Promise<ApiAnswer> {
  const { part, path, method = 'GET', form } = request
  const { accountSid } = account
  try {
    const answer = await fetch(`${addressOf(account, part)}${path.replace('{account}', accountSid)}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}` },
      redirect: 'error', // the token is for this server alone
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(form && { body: new URLSearchParams(form) }),
    })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch {
    return { status: 0, body: null }
  }
}

function addressOf({ apiUrl }: CarrierAccount, part: Part): string {
  const { origin, hostname, pathname } = new URL(apiUrl)
  if (hostname === 'api.twilio.com') return `https://${part}.twilio.com`
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
