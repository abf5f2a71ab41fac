import { ofSecond } from '../../server/src/carrier/setup/watch-setup.ts'
import { BY_SECOND } from '../../server/src/carrier/signed-callback.http.ts'
import { checkSetup } from '../../server/src/operators/check-setup.ts'
import { lastBackupAt } from '../../server/src/platform/backup/backup-facts.ts'
import { systemClock } from '../../server/src/platform/clock/system-clock.adapter.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { noMailer } from '../../server/src/platform/mail/mailer.ts'
import { smtpMailer } from '../../server/src/platform/mail/smtp.adapter.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { tellMistakes } from '../../server/src/platform/process/start-and-stop.ts'
import { openStorage } from '../../server/src/platform/storage/flydrive.adapter.ts'
import { speechEngines } from '../../server/src/speech/engines/engines.adapter.ts'
import { hasDatabase, withDatabase } from '../ops/with-database.ts'
import { parseArgs } from '../parse-args.ts'
import { linesOf } from './finding-lines.ts'
import { tryCall, tryText } from './try-phone.ts'

// Checks whether an installation with these settings can call, text and email: `npm run check-setup`. Prints a line for
// each finding and what to do about it, and exits with 1 if something is wrong. `-- --fix` fixes the carrier's settings;
// `--call +1…`, by each carrier, and `--text +1…` try a real phone. It costs some 300 characters per speech engine.

tellMistakes()
const { values: options } = parseArgs({
  options: { fix: { type: 'boolean', default: false }, call: { type: 'string' }, text: { type: 'string' } },
})
for (const number of [options.call, options.text])
  if (number !== undefined && !/^\+[1-9]\d{6,14}$/.test(number)) {
    console.error(`${number} is not a phone number with its country code, such as +12025550123`)
    process.exit(1)
  }
const config = loadConfig()
const log = openLog('silent')
const clock = systemClock(log)
const findings = [
  ...(await checkSetup(
    {
      config,
      clock,
      log,
      mailer: config.mail === null ? noMailer : smtpMailer(config.mail),
      speech: speechEngines(config.speech, clock),
      storage() {
        const { url, accessKeyId, secretAccessKey } = config.storage
        return openStorage(url, accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null, log)
      },
      async lastBackupAt() {
        // A database that was never opened has none.
        if (!hasDatabase(config)) return null
        return withDatabase(config, log, (connection) => {
          const db = openDatabase(connection)
          return lastBackupAt(db).finally(() => db.destroy())
        })
      },
    },
    { fix: options.fix },
  )),
  ...(options.call === undefined ? [] : [await tryCall(config, options.call)]),
  ...(options.call === undefined || config.secondCarrier === null
    ? []
    : [
        ofSecond(
          await tryCall({ callbackUrl: config.callbackUrl + BY_SECOND, carrier: config.secondCarrier }, options.call),
        ),
      ]),
  ...(options.text === undefined ? [] : [await tryText(config, options.text)]),
]
for (const line of linesOf(findings, { mayMend: !options.fix })) console.log(line)
process.exit(findings.some(({ state }) => state === 'wrong') ? 1 : 0) // engines may keep processes running
