import type { BrowserContext, Route } from 'playwright-core'

/** The hosts that the page may contact when Firebase is configured. */
export const GOOGLE = ['https://www.google.com', 'https://www.gstatic.com', 'https://identitytoolkit.googleapis.com']

/** The fake tokens are for this number. They're valid except for the signature, which only Google can make. */
export const PROVEN_PHONE = '+12025550184'

export type FakeGoogle = {
  /** From now on, the captcha fails to load. */
  loseCaptcha(): Promise<void>
  /** Refuses the next text with this error of the service. */
  refuseNextText(message: string): void
}

/** A fake Google: the captcha, with scripts from two hosts and a frame, and the sign-in API. */
export async function fakeGoogle(context: BrowserContext): Promise<FakeGoogle> {
  let refusal: string | null = null
  const script = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body })
  await context.route('https://www.google.com/recaptcha/api.js?**', script(LOADER))
  await context.route('https://www.gstatic.com/recaptcha/**', script(CAPTCHA))
  await context.route('https://www.google.com/recaptcha/api2/anchor', (route) =>
    route.fulfill({ contentType: 'text/html', body: "<title>I'm not a robot</title>" }),
  )
  await context.route('https://identitytoolkit.googleapis.com/**', (route) => {
    const request = /[^/:]+$/.exec(new URL(route.request().url()).pathname)?.[0] ?? ''
    const answer = request === 'sendVerificationCode' && refusal !== null ? refused(refusal) : ANSWERS[request]
    if (request === 'sendVerificationCode') refusal = null
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, ...(answer ?? refused('NOT_FOUND')) })
  })
  return {
    async loseCaptcha() {
      await context.route('https://www.google.com/recaptcha/api.js?**', (route) => route.abort())
    },
    refuseNextText(message) {
      refusal = message
    },
  }
}

const LOADER = `
  window.captchaReady = new URL(document.currentScript.src).searchParams.get('onload')
  const rest = document.createElement('script')
  rest.src = 'https://www.gstatic.com/recaptcha/releases/pretended/recaptcha__en.js'
  document.head.append(rest)
`
const CAPTCHA = `
  const answers = []
  window.grecaptcha = {
    render(holder, { callback }) {
      const id = answers.push('') - 1
      const frame = document.createElement('iframe')
      frame.title = 'reCAPTCHA'
      frame.src = 'https://www.google.com/recaptcha/api2/anchor'
      const box = document.createElement('button')
      box.type = 'button'
      box.textContent = "I'm not a robot"
      box.onclick = () => callback((answers[id] = 'ticked'))
      holder.append(frame, box)
      return id
    },
    getResponse: (id) => answers[id],
    reset: (id) => void (answers[id] = ''),
    execute() {},
  }
  window[window.captchaReady]()
`

const now = Math.floor(Date.now() / 1000)
const CLAIMS = {
  iss: 'https://securetoken.google.com/demo-reveille',
  aud: 'demo-reveille',
  sub: 'somebody',
  iat: now,
  auth_time: now,
  exp: now + 3600,
  phone_number: PROVEN_PHONE,
  firebase: { sign_in_provider: 'phone' },
}
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const UNSIGNED = `${part({ alg: 'none' })}.${part(CLAIMS)}.`

const ANSWERS: Record<string, { json: object }> = {
  recaptchaParams: { json: { recaptchaSiteKey: 'site-key' } },
  sendVerificationCode: { json: { sessionInfo: 'a text' } },
  signInWithPhoneNumber: { json: { idToken: UNSIGNED, refreshToken: 'later', expiresIn: '3600', localId: 'somebody' } },
  lookup: { json: { users: [{ localId: 'somebody' }] } },
}

const refused = (message: string) => ({ status: 400, json: { error: { code: 400, message, errors: [] } } })
