type Text = { phoneNumber: string; code: string; sessionInfo: string }
type SignIn = { idToken: string; refreshToken: string; localId: string }

export type EmulatedSignIns = {
  /** The code of the newest text to this number (E.164). */
  textedCode(phone: string): Promise<string>
  /** Signs in with the newest code of this number, so that it can't be used again. */
  useUpCode(phone: string): Promise<void>
  /** A token for this number, of our project by default. */
  tokenFor(phone: string, project?: string): Promise<string>
  /** A fresh token of a sign-in that is `ageMs` old, like one that a browser stores and renews. */
  tokenOfOldSignIn(phone: string, ageMs: number): Promise<string>
}

const ACCOUNTS = 'identitytoolkit.googleapis.com/v1'
const RENEW = 'securetoken.googleapis.com/v1/token'

/** Reads the emulator's texts and signs in without a browser. */
export function emulatedSignIns(url: string, ownProject: string): EmulatedSignIns {
  const post = <T>(address: string, body: object): Promise<T> =>
    request<T>(`${url}/${address}`, { method: 'POST', body: JSON.stringify(body) })

  async function newestText(phone: string, project = ownProject): Promise<Text> {
    const list = `${url}/emulator/v1/projects/${project}/verificationCodes`
    const { verificationCodes } = await request<{ verificationCodes: Text[] }>(list, {})
    const newest = verificationCodes.findLast(({ phoneNumber }) => phoneNumber === phone)
    if (newest === undefined) throw new Error(`no text to ${phone}`)
    return newest
  }

  async function signIn(phone: string, project = ownProject): Promise<SignIn> {
    const targetProjectId = project
    await post(`${ACCOUNTS}/accounts:sendVerificationCode`, { phoneNumber: phone, targetProjectId })
    const { code, sessionInfo } = await newestText(phone, project)
    return post(`${ACCOUNTS}/accounts:signInWithPhoneNumber`, { sessionInfo, code, targetProjectId })
  }

  return {
    textedCode: async (phone) => (await newestText(phone)).code,
    async useUpCode(phone) {
      const { code, sessionInfo } = await newestText(phone)
      await post(`${ACCOUNTS}/accounts:signInWithPhoneNumber`, { sessionInfo, code, targetProjectId: ownProject })
    },
    tokenFor: async (phone, project) => (await signIn(phone, project)).idToken,
    async tokenOfOldSignIn(phone, ageMs) {
      const { localId, refreshToken } = await signIn(phone)
      const user = { localId, phoneNumber: phone, lastLoginAt: String(Date.now() - ageMs) }
      const body = { allowOverwrite: true, users: [user] }
      await post(`${ACCOUNTS}/projects/${ownProject}/accounts:batchCreate`, body)
      const renewal = { grantType: 'refresh_token', refreshToken }
      return (await post<{ id_token: string }>(`${RENEW}?key=any`, renewal)).id_token
    },
  }
}

/** Sends a request with the emulator's owner rights. Throws the response on a refusal. */
async function request<T>(address: string, init: RequestInit): Promise<T> {
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
  const response = await fetch(address, { ...init, headers })
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status} ${await response.text()}`)
  return response.json() as Promise<T>
}
