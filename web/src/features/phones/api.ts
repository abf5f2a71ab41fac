import { queryOptions } from '@tanstack/react-query'
import { ApiRequestError } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import { fallbackInterval } from '../../live/live-updates.ts'
import { captchaMissing, type NumberPlace, type PhoneProof } from './phone-proof.ts'

/** A number, and whether it becomes the first (default) or the second. */
type CodeWanted = { phone: string; as?: NumberPlace | undefined; by?: 'text' | 'call' | undefined }

/**
 * Sends a code by text or call, and returns which: a landline is always called. `captcha` is a solution; without one, or
 * if this number costs more, it's solved in the background and the request is repeated once.
 */
export async function requestPhoneCode({ captcha, ...wanted }: CodeWanted & { captcha?: string | undefined }) {
  const { phone, as } = wanted
  const { by } = await withCaptcha(
    (solved) => call('sendPhoneCode', { body: { ...wanted, captcha: solved ?? captcha } }),
    phone,
  )
  void queryClient.resetQueries({ queryKey: phoneCodeStatus(phone, as).queryKey }) // that was the previous code's
  return by ?? wanted.by ?? 'text'
}

const ASK_EVERY_MS = 2_000
const POLLED: ReadonlySet<string> = new Set(['waiting', 'late', 'call-late'])

/**
 * Delivery of the code's text or call: polled until the carrier answers, then by live events. Refetched when a tab is
 * shown, because another tab may have requested another code.
 */
export const phoneCodeStatus = (phone: string, as: NumberPlace = 'first') =>
  queryOptions({
    queryKey: ['phone-code', phone, as],
    queryFn: ({ signal }) => call('phoneCodeStatus', { query: { phone, as }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval({ state: { data } }) {
      // After the carrier's first answer, live events report the rest.
      if (data?.status === 'sent' || data?.status === 'calling') return fallbackInterval()
      return data === undefined || POLLED.has(data.status) ? ASK_EVERY_MS : false
    },
  })

/** Our own text. Its captcha is proof of work, which needs nobody's help: no box is shown. */
export const serverProof = (as: NumberPlace): PhoneProof => ({
  as,
  way: 'page',
  byOurText: true,
  // A first text to a number always needs a captcha, so it doesn't wait for the refusal.
  send: async (phone) => requestPhoneCode({ phone, as, captcha: await solve(phone) }),
  verify: async (phone, otp, takeOver) => void (await call('verifyPhoneCode', { body: { phone, as, otp, takeOver } })),
})

/** The path with six boxes. */
export const boxesProof: PhoneProof = {
  ...serverProof('first'),
  way: 'boxes',
  send: (phone) => requestPhoneCode({ phone }),
}

async function solve(phone: string): Promise<string> {
  try {
    const { solveCaptcha } = await import('../../captcha/solve-captcha.ts')
    return await solveCaptcha({ phone })
  } catch (error) {
    throw error instanceof ApiRequestError ? error : captchaMissing()
  }
}
