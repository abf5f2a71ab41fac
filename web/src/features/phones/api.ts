import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import { fallbackInterval } from '../../live/live-updates.ts'
import type { NumberPlace } from './phone-proof.ts'

/** A number, and which of the person's it is to be: the first, unless another is named. */
type CodeWanted = { phone: string; as?: NumberPlace | undefined; by?: 'text' | 'call' | undefined }

/**
 * PHONE-5: a text with a code, or a call that says it. `captcha` is the solution of a ticked box; without one, or when this
 * number needs a harder one, the captcha is solved invisibly and the request repeated once.
 */
export async function requestPhoneCode({ captcha, ...wanted }: CodeWanted & { captcha?: string | undefined }) {
  const { phone, as } = wanted
  await withCaptcha((solved) => call('sendPhoneCode', { body: { ...wanted, captcha: solved ?? captcha } }), phone)
  void queryClient.resetQueries({ queryKey: phoneCodeStatus(phone, as).queryKey }) // that was the previous code's
}

const ASK_EVERY_MS = 2_000
/** The carrier hasn't answered yet. */
const POLLED: ReadonlySet<string> = new Set(['waiting', 'late', 'call-late'])

/**
 * PHONE-6: what became of the code's text or call, polled until the carrier has answered and then told by live events; asked
 * again when a tab is shown, because another one may have requested another code.
 */
export const phoneCodeStatus = (phone: string, as: NumberPlace = 'first') =>
  queryOptions({
    queryKey: ['phone-code', phone, as],
    queryFn: ({ signal }) => call('phoneCodeStatus', { query: { phone, as }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval({ state: { data } }) {
      // Whatever comes after the carrier's first answer is told to the page (DASH-10).
      if (data?.status === 'sent' || data?.status === 'calling') return fallbackInterval()
      return data === undefined || POLLED.has(data.status) ? ASK_EVERY_MS : false
    },
  })

/** 'That wasn't me' after a change of the wake-up number (S71). */
export const disownNumber = mutationOptions({
  mutationFn: (token: string) => call('notMe', { body: { token } }),
})
