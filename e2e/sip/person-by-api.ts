import { mailbox } from '../../exchange/src/testing/handset.ts'
import { codeIn, logIn, solvedCaptcha, visitor, type Visitor } from '../../server/test/harness/app/visitor.ts'
import type { Place } from '../processes.ts'

export type HistoryEntry = {
  id: number
  status: string
  duration: number | null
  callSid: string | null
  recordingUrl: string | null
}

/** A person who signed up, verified a number and chose preferences through the product's API. */
export type PersonByApi = {
  /** Schedules a call at the next whole minute that is at least 20 s away. Returns its instant (ms). */
  scheduleSoon(choices?: { snoozeMinutes: number }): Promise<number>
  sample(): Promise<void>
  /** Whether a key turned all calls off. */
  hasStoppedCalls(): Promise<boolean>
  /** Consents to recording. */
  agreeToRecording(): Promise<void>
  /** Downloads a recording with the person's session. */
  recording(url: string): Promise<Uint8Array>
  /** Newest call first. */
  history(): Promise<HistoryEntry[]>
}

type Urls = Pick<Place, 'webUrl' | 'sandboxUrl'>

const EMAIL = 'softphone@example.com'

/** `readCode`: reads the code in a text, or answers the call that says it. */
export async function signUpByApi(
  { webUrl, sandboxUrl }: Urls,
  phone: string,
  readCode: () => Promise<string>,
): Promise<PersonByApi> {
  const browser = visitor({ url: webUrl })
  const post = poster(browser)
  await post('/api/auth/request-email-otp', { email: EMAIL })
  const mail = await mailbox(sandboxUrl).expectMail(EMAIL)
  await post('/api/auth/verify-email-otp', { email: EMAIL, otp: codeIn(mail.subject), name: 'Sam Sleeper' })
  await post('/api/auth/send-otp', { phone, captcha: await solvedCaptcha(browser, phone) })
  await post('/api/auth/verify-otp', { phone, otp: await readCode() })
  await post('/api/user/personalization', { goals: ['exercise'], struggles: ['snooze'], voice: 'liam' })
  return personIn(browser, webUrl)
}

/** Signs that person in again, in a new browser. */
export async function logInByApi({ webUrl, sandboxUrl }: Urls): Promise<PersonByApi> {
  const browser = visitor({ url: webUrl })
  await logIn({ mailbox: mailbox(sandboxUrl) }, browser, EMAIL)
  return personIn(browser, webUrl)
}

const poster =
  (browser: Visitor) =>
  async (path: string, body: object): Promise<void> => {
    const answer = await browser.post(path, body)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.message}`)
  }

function personIn(browser: Visitor, webUrl: string): PersonByApi {
  const post = poster(browser)
  return {
    async scheduleSoon(choices) {
      const at = new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000)
      const [date, time = ''] = at.toISOString().split('T')
      const once = {
        isRecurring: false,
        date,
        wakeupTime: time.slice(0, 5),
        timezone: 'UTC',
        callRetry: false,
        ...choices,
      }
      await post('/api/schedule', once)
      return at.getTime()
    },
    sample: () => post('/api/call/sample', {}),
    async hasStoppedCalls() {
      const { body } = await browser.get<{ calls: { stopped: boolean } }>('/api/account')
      return body.calls.stopped
    },
    async agreeToRecording() {
      const { status } = await browser.send('PUT', '/api/account/consents', { recording: true })
      if (status !== 200) throw new Error(`PUT /api/account/consents: ${status}`)
    },
    async recording(url) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(new URL(url, webUrl), { headers: { cookie } })
      if (!answer.ok) throw new Error(`GET ${url}: ${answer.status}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
    history: async () => (await browser.get<HistoryEntry[]>('/api/call/history')).body,
  }
}
