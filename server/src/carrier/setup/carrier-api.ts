import { askTwilio, jsonOf, type Part, type TwilioAccount } from '../twilio/request.ts'

export type CarrierAccount = TwilioAccount & {
  /** Verifies callbacks instead of the token. */
  signingKey?: string | null
}

export type ApiRequest = {
  part?: Part
  /** Relative to the account; with `part`, relative to that part. */
  path: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** A list repeats the field. */
  form?: Readonly<Record<string, string | readonly string[]>>
}

/** The carrier's answer; status 0: it couldn't be reached. `body` is null if it isn't JSON. */
type ApiAnswer = { status: number; body: unknown }

/** Never throws. */
export async function askCarrierApi(account: CarrierAccount, request: ApiRequest): Promise<ApiAnswer> {
  const { method = 'GET', form = {}, ...place } = request
  let status = 0
  try {
    const answer = await askTwilio(account, { ...place, method, form: fieldsOf(form).toString() })
    status = answer.statusCode
    return { status, body: jsonOf(answer) }
  } catch {
    return { status, body: null }
  }
}

function fieldsOf(form: NonNullable<ApiRequest['form']>): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(form)) for (const one of [value].flat()) fields.append(name, one)
  return fields
}
