import type { Sandbox } from '../sandbox.ts'

type Fields = Record<string, string | string[]>
export type Answer = { status: number; body: Record<string, unknown> }

/** Uses the carrier's REST interface as a customer does; `path` is relative to the account. */
export async function request(sandbox: Sandbox, method: string, path: string, fields?: Fields): Promise<Answer> {
  const login = Buffer.from(`${sandbox.accountSid}:${sandbox.authToken}`).toString('base64')
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields ?? {})) for (const one of [value].flat()) form.append(name, one)
  const answer = await fetch(`${sandbox.url}/2010-04-01/Accounts/${sandbox.accountSid}${path}`, {
    method,
    headers: { authorization: `Basic ${login}` },
    ...(fields && { body: form }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

/** Requests a call to `to`, subscribed to every event, with its instructions at `/voice`. */
export async function placeCall(
  sandbox: Sandbox,
  subscriberUrl: string,
  to: string,
  more: Fields = {},
): Promise<Answer> {
  return request(sandbox, 'POST', '/Calls.json', {
    To: to,
    From: sandbox.phoneNumber,
    Url: `${subscriberUrl}/voice`,
    StatusCallback: `${subscriberUrl}/status`,
    StatusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
    ...more,
  })
}
