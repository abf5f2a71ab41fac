import * as z from 'zod'
import { CarrierAnswer } from '../carrier.ts'
import { errorCode } from './errors.ts'
import { askTwilio, isOk, type TwilioAccount } from './request.ts'

const Notifications = z.object({ notifications: z.array(z.object({ error_code: z.nullish(z.coerce.number()) })) })

/** Somebody may be listening to silence meanwhile. */
const LIMIT_MS = 2_000

/** Of a script, or of a voice or text in it. */
const isOfSpeech = (code: number) => code >= 12_000 && code < 14_000

/** The carrier's codes of what it could not read or say in a call; none when all was well. */
export async function failedSpeech(account: TwilioAccount, carrierCallId: string): Promise<number[]> {
  const path = `/Calls/${encodeURIComponent(carrierCallId)}/Notifications.json`
  const answer = await askTwilio(account, { method: 'GET', path, query: { PageSize: '50' }, limitMs: LIMIT_MS })
  if (!isOk(answer)) {
    throw new CarrierAnswer('no clear answer about what a call said', answer.statusCode, await errorCode(answer))
  }
  const { notifications } = Notifications.parse(await answer.body.json())
  return notifications.flatMap(({ error_code: code }) => (code != null && isOfSpeech(code) ? [code] : []))
}
