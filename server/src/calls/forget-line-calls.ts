import * as z from 'zod'
import { askCarrierApi, type ApiRequest, type CarrierAccount } from '../carrier/setup/carrier-api.ts'
import { hashOfPhone } from '../people/opt-outs.sql.ts'
import { type Job, RETRIED_FOR_TWO_WEEKS } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'

/** Deletes what the exchange of a telephone line keeps about a number, found by its hash. */
export const forgetLineCallsJob: Job<{ phoneHash: string }> = {
  name: 'forget-line-calls',
  payload: z.object({ phoneHash: z.string() }),
  retry: RETRIED_FOR_TWO_WEEKS,
}

/** Throws while one of these calls isn't over: it can't be deleted yet. */
export async function forgetLineCalls({ config }: Services, { phoneHash }: { phoneHash: string }): Promise<void> {
  for (const { sid, to, from } of await callsOfLine(config.carrier))
    if ([to, from].some((number) => hashOfPhone(config, number) === phoneHash))
      await deleteLineCall(config.carrier, sid)
}

const Page = z.object({
  calls: z.array(z.object({ sid: z.string(), to: z.string(), from: z.string() })),
  next_page_uri: z.string().nullable(),
})

/** What the exchange of a telephone line keeps: calls of the last two days, incoming ones too. */
export async function callsOfLine(account: CarrierAccount): Promise<z.infer<typeof Page>['calls']> {
  const calls = []
  for (let at: ApiRequest | null = { path: '/Calls.json?PageSize=1000' }; at !== null;) {
    const { status, body } = await askCarrierApi(account, at)
    if (status !== 200) throw new Error(`the exchange does not list its calls (HTTP ${status})`)
    const page = Page.parse(body)
    calls.push(...page.calls)
    at = page.next_page_uri === null ? null : { part: 'api', path: page.next_page_uri }
  }
  return calls
}

async function deleteLineCall(account: CarrierAccount, sid: string): Promise<void> {
  const { status } = await askCarrierApi(account, { method: 'DELETE', path: `/Calls/${sid}.json` })
  if (status !== 204) throw new Error(`the exchange does not delete a call (HTTP ${status})`)
}
