import { unexpected } from '@reveille/exchange/testing/handset'
import { startTestCarrier } from '../outside/test-carrier.ts'
import { startTestApp, type TestAppOptions } from './start-test-app.ts'

const SECOND = { accountSid: 'AC5ec0d', authToken: 'of-the-second', phoneNumber: '+12025550177' }

/** The whole product with a second carrier, which has the test's clock, too. */
export async function startTwoCarriers(wanted: TestAppOptions) {
  let now = () => Date.parse(wanted.now)
  const second = await startTestCarrier({ ...SECOND, now: () => now() })
  const { sandbox } = second
  const settings = {
    CARRIER_2_ACCOUNT_SID: sandbox.accountSid,
    CARRIER_2_AUTH_TOKEN: sandbox.authToken,
    CARRIER_2_PHONE_NUMBER: sandbox.phoneNumber,
    CARRIER_2_API_URL: sandbox.apiUrl,
    ...wanted.settings,
  }
  const app = await startTestApp({ ...wanted, settings })
  now = () => app.clock.now()
  return {
    app,
    second: sandbox,
    async [Symbol.asyncDispose]() {
      const { calls } = await unexpected(sandbox.url)
      await app[Symbol.asyncDispose]()
      await second.close()
      if (calls.length > 0) throw new Error(`${calls.length} calls came by the second carrier that no test waited for`)
    },
  }
}
