import { parseArgs } from 'node:util'
import { checkLine } from '../../server/src/carrier/setup/check-line.ts'
import type { Finding } from '../../server/src/carrier/setup/finding.ts'
import { checkCarrier, mendCarrier, ofMail } from '../../server/src/carrier/setup/watch-setup.ts'
import { loadConfig, type Config } from '../../server/src/platform/config/config.ts'
import { smtpMailer } from '../../server/src/platform/mail/smtp.adapter.ts'
import { checkCallbacks } from './check-callbacks.ts'
import { checkBackup, checkPublicUrl, checkSpeech, checkStorage, checkZoneData } from './check-installation.ts'
import { linesOf } from './finding-lines.ts'
import { tryCall, tryText } from './try-phone.ts'

// Checks whether an installation with these settings can call, text and email: `npm run check-setup`. Prints a line for
// each finding and what to do about it, and exits with 1 if something is wrong. `-- --fix` fixes the carrier's settings;
// `--call +1…` and `--text +1…` try a real phone. It costs some 300 characters per speech engine.

const { values: options } = parseArgs({
  options: { fix: { type: 'boolean', default: false }, call: { type: 'string' }, text: { type: 'string' } },
})
for (const number of [options.call, options.text])
  if (number !== undefined && !/^\+[1-9]\d{6,14}$/.test(number)) {
    console.error(`${number} is not a phone number with its country code, such as +12025550123`)
    process.exit(1)
  }
const config = loadConfig()
const address = await checkPublicUrl(config)
const findings = [
  ...(await ofCarrier(config)),
  address,
  ...(address.state === 'right' ? [await checkCallbacks(config)] : []),
  await ofMail(smtpMailer(config.mail)),
  await checkStorage(config),
  ...(await checkSpeech(config)),
  checkZoneData(new Date()),
  await checkBackup(config, new Date()),
  ...(options.call === undefined ? [] : [await tryCall(config, options.call)]),
  ...(options.text === undefined ? [] : [await tryText(config, options.text)]),
]
for (const line of linesOf(findings, { mayMend: !options.fix })) console.log(line)
process.exit(findings.some(({ state }) => state === 'wrong') ? 1 : 0) // engines may keep processes running

async function ofCarrier({ carrier, countries, publicUrl, sandbox, texts, line }: Config): Promise<Finding[]> {
  if (line !== null) return checkLine(carrier)
  if (sandbox !== null && process.env['TWILIO_ACCOUNT_SID'] === undefined)
    return [
      {
        what: 'Carrier',
        state: 'wrong',
        says: 'none is configured: the phone sandbox replaces it, and no real phone rings',
        todo: 'set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_PHONE_NUMBER',
      },
    ]
  return (options.fix ? mendCarrier : checkCarrier)(carrier, { ...carrier, countries, publicUrl, texts })
}
