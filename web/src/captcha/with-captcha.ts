import { ApiRequestError, reasonOf } from '../api/api-failure.ts'

/** Makes a request; if the server requires a captcha, solves it in the background and repeats the request once. */
export async function withCaptcha<T>(send: (captcha?: string) => Promise<T>, phone?: string): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (reasonOf(error) !== 'captcha-required') throw error
    const { solveCaptcha } = await import('./solve-captcha.ts')
    const cost = error instanceof ApiRequestError ? error.captchaCost : undefined
    return send(await solveCaptcha({ phone, cost }))
  }
}
