import { placeOfPart, signIns, type Credentials, type Part } from '../twilio/request.ts'

export type CarrierAccount = Credentials & {
  apiUrl: string
  /** Verifies callbacks instead of the token. */
  signingKey?: string | null
}

export type ApiRequest = {
  part: Part
  /** `{account}` stands for our account. */
  path: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** A list repeats the field. */
  form?: Readonly<Record<string, string | readonly string[]>>
}

/** The carrier's answer; status 0: it couldn't be reached. */
export type ApiAnswer = { status: number; body: unknown }

const LIMIT_MS = 10_000

export async function askCarrierApi(account: CarrierAccount, request: ApiRequest): Promise<ApiAnswer> {
  const [first, second] = signIns(account)
  const answer = await ask(account, first, request)
  return answer.status === 401 && second !== undefined ? ask(account, second, request) : answer
}

async function ask(account: CarrierAccount, authorization: string, request: ApiRequest): Promise<ApiAnswer> {
  const { part, path, method = 'GET', form } = request
  try {
    const { origin, folder } = placeOfPart(account, part)
    const answer = await fetch(`${origin}${folder}${path.replace('{account}', account.accountSid)}`, {
      method,
      headers: { authorization },
      redirect: 'error', // the token or key is only for this server
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(form && { body: fieldsOf(form) }),
    })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch {
    return { status: 0, body: null }
  }
}

function fieldsOf(form: NonNullable<ApiRequest['form']>): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(form)) for (const one of [value].flat()) fields.append(name, one)
  return fields
}
