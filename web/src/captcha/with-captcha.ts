import { ApiFailure } from '../api/api-failure.ts'

/** Where there is no box to tick: asked for a captcha, it is solved unseen and the request is made once more. */
export async function withCaptcha<T>(send: (captcha?: string) => Promise<T>, phone?: string): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.flags.captchaRequired !== true) throw error
    const { solveCaptcha } = await import('./solve-captcha.ts')
    return send(await solveCaptcha(phone))
  }
}
