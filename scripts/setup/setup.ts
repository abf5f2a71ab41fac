import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { checkLine } from '../../server/src/carrier/setup/check-line.ts'
import type { Finding } from '../../server/src/carrier/setup/finding.ts'
import { checkCarrier, ofMail } from '../../server/src/carrier/setup/watch-setup.ts'
import { checkPublicUrl } from '../../server/src/operators/check-setup.ts'
import { sharesDisk } from '../../server/src/platform/backup/backup-folder.ts'
import { loadConfig, type Config } from '../../server/src/platform/config/config.ts'
import {
  readEnvironment,
  readSettingsFile,
  settingsFileOf,
  writeSettingsFile,
} from '../../server/src/platform/config/settings-file.ts'
import { noMailer } from '../../server/src/platform/mail/mailer.ts'
import { smtpMailer } from '../../server/src/platform/mail/smtp.adapter.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { StartRefusedError, tellMistakes } from '../../server/src/platform/process/start-and-stop.ts'
import { startLineProcess } from '../sandbox-process.ts'
import { wordsOf } from './finding-lines.ts'

// `npm run setup` asks for the settings that a family needs, checks each at once, and writes DATA_DIR/reveille.env. A second
// run changes one of them.

type Values = Record<string, string>
type Question = {
  name: string
  /** What to ask: what the setting is, and where to find it. */
  asks: string
  /** The default for an empty answer; '' leaves it unset. */
  otherwise?: string
  /** Checks this setting together with those before it. */
  check?(config: Config): Promise<Finding[]>
}

const MAIL: Question = {
  name: 'MAIL_URL',
  asks:
    'Mail server: smtps://user:password@host from your mail provider (often named SMTP or "other mail programs").\n' +
    'Without one, people sign in with a passkey, a called code or a link.',
  otherwise: 'off',
  check: async ({ mail }) => [await ofMail(mail, mail === null ? noMailer : smtpMailer(mail))],
}

const OF_A_LINE: readonly Question[] = [
  {
    name: 'PUBLIC_URL',
    asks:
      'Address of Reveille in your network: http://, and the name or private address of this machine with port 3000, such as\n' +
      'http://192.168.1.10:3000 or http://reveille.local:3000. Or https:// with a proxy of yours in front (docs/own-line.md).',
    check: reachable,
  },
  {
    name: 'ASTERISK_URL',
    asks: "Asterisk with a user and password of its ari.conf: http://reveille:PASSWORD@127.0.0.1:8088/ari (docs/own-line.md, 'Asterisk').",
    check: (config) => lineFindings(config, /^(Asterisk|Sound|Exchange)$/),
  },
  {
    name: 'ASTERISK_DIAL',
    asks:
      'How it dials: the name of the endpoint in pjsip.conf, as PJSIP/{national}@fritzbox for a home router, or\n' +
      'PJSIP/{number}@trunk for a provider. Without one, calls ring only phones in the house.',
    otherwise: '',
    check: (config) => lineFindings(config, /^Trunk /),
  },
  {
    name: 'ASTERISK_PHONES',
    asks:
      'Phones in the house: the number of each and its endpoint in pjsip.conf, as\n' +
      '+49301234561=PJSIP/601,+49301234562=PJSIP/602.',
    otherwise: '',
    check: (config) => lineFindings(config, /^Phone /),
  },
  { name: 'LINE_NUMBER', asks: "The line's own number, with its country code: +49301234560." },
  { name: 'LINES_AT_ONCE', asks: 'How many calls the line carries at once: your provider says.', otherwise: '2' },
  MAIL,
]

const OF_A_CARRIER: readonly Question[] = [
  {
    name: 'PUBLIC_URL',
    asks:
      'Public address of Reveille: https:// and a name that leads to this machine, where a proxy such as Caddy has a\n' +
      "certificate and forwards to port 3000 (docs/operations.md, 'One server').",
    check: reachable,
  },
  { name: 'TWILIO_ACCOUNT_SID', asks: "Account SID: on the first page of the carrier's console; AC and 32 digits." },
  {
    name: 'TWILIO_AUTH_TOKEN',
    asks: 'Auth token: beside the account SID, behind "Show".',
    check: (config) => carrierFindings(config, (what) => OF_ACCOUNT.has(what)),
  },
  {
    name: 'TWILIO_PHONE_NUMBER',
    asks: 'Number that calls come from: in the console under Phone Numbers, Active numbers; +12025550123.',
    check: (config) => carrierFindings(config, (what) => !OF_ACCOUNT.has(what) && what !== 'Public address'),
  },
  MAIL,
  { name: 'CONTACT_EMAIL', asks: 'Your email address: the legal pages show it.' },
]

const OF_ACCOUNT = new Set(['Account', 'Carrier out of reach', 'Money', 'API key', 'Auth token'])
/** Settings of only one way to call, which the other way refuses. */
const OF_ONE_WAY = /^(TWILIO_|ASTERISK_|LINE|EXCHANGE_)/

/** Stand-ins for settings that weren't asked for yet, so that those that were can be checked. */
const PLACEHOLDERS: Values = {
  PUBLIC_URL: 'https://localhost',
  ASTERISK_URL: 'http://reveille:reveille@127.0.0.1:8088/ari',
  ASTERISK_PHONES: '+12025550101=PJSIP/1',
  LINE_NUMBER: '+12025550100',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '0'.repeat(32),
  TWILIO_PHONE_NUMBER: '+12025550100',
  MAIL_URL: 'off',
  CONTACT_EMAIL: 'you@localhost.example',
}

const say = (words = '') => void process.stdout.write(`${words}\n`)
const log = openLog('silent')
const input = createInterface({ input: process.stdin, terminal: false })[Symbol.asyncIterator]()

tellMistakes()
await setUp(settingsFileOf(process.env))
process.exit(0) // the checks may keep connections

async function setUp(file: string): Promise<void> {
  const before = readSettingsFile(file)
  if (before === null)
    say('Reveille asks for a few settings and checks each of them. Ctrl-C quits and changes nothing.')
  const values = before === null ? await askAll() : await changeOne(before, file)
  if (values === null) return
  if (values['PUBLIC_URL']?.startsWith('https:') && !('TRUST_PROXY' in values)) {
    values['TRUST_PROXY'] = 'on'
    say(
      '\nTRUST_PROXY=on is set too, since https means a proxy: it must put the visitor into X-Forwarded-For, as Caddy does.',
    )
  }
  const config = loadConfig(readEnvironment({ ...process.env, ...values, NODE_ENV: 'production' }))
  writeSettingsFile(file, values)
  say(`\nWritten to ${file}, which only this user can read. The next start uses it.`)
  for (const doubt of config.doubtful) say(`! ${doubt}`)
  if (await sharesDisk(config))
    say(
      `! Backups go to ${config.backups.folder} each night, on the same disk as the data: set BACKUP_DIR to another disk.`,
    )
  say('While Reveille runs, npm run check-setup checks everything once more.')
}

async function askAll(): Promise<Values> {
  const kind = await answer('\nDo calls leave by (1) an account at a carrier, or (2) a telephone line of your own?')
  if (kind !== '1' && kind !== '2') return askAll()
  const values: Values = {}
  for (const question of kind === '1' ? OF_A_CARRIER : OF_A_LINE)
    values[question.name] = await askFor(question, values, kind === '1' ? OF_A_CARRIER : OF_A_LINE)
  return values
}

/** Null if nothing changes. */
async function changeOne(kept: Values, file: string): Promise<Values | null> {
  const questions = 'ASTERISK_URL' in kept ? OF_A_LINE : OF_A_CARRIER
  const before: Values = { ...Object.fromEntries(questions.map(({ name }) => [name, kept[name] ?? ''])), ...kept }
  say(`${file} has:`)
  for (const [index, { name }] of questions.entries()) say(`  ${index + 1}  ${name}=${shown(name, before[name]!)}`)
  const choice = await answer(
    '\nWhich one do you want to change? Type its number, all to go through everything, or Enter for none.',
  )
  if (choice === '') return null
  if (choice === 'all') {
    const others = Object.entries(before).filter(([name]) => !(name in PLACEHOLDERS || OF_ONE_WAY.test(name)))
    return { ...Object.fromEntries(others), ...(await askAll()) }
  }
  const question = questions[Number(choice) - 1]
  if (question === undefined) return changeOne(kept, file)
  return { ...before, [question.name]: await askFor(question, before, questions) }
}

function shown(name: string, value: string): string {
  return /TOKEN/.test(name) ? '…' : value.replace(/\/\/([^:@/]+):[^@/]+@/, '//$1:…@')
}

/** Asks until the answer passes its check, or the operator keeps it anyway. */
async function askFor(question: Question, given: Values, questions: readonly Question[]): Promise<string> {
  const { name, asks, otherwise } = question
  say(`\n${name}\n${asks}`)
  for (let wrong = ''; ;) {
    const none = otherwise === '' ? ', - leaves it out' : ''
    const hint =
      wrong !== ''
        ? ` (Enter keeps it as it is${none})`
        : otherwise === undefined
          ? ''
          : ` (Enter: ${otherwise || 'none'})`
    const said = await answer(`${name}${hint}:`)
    const value = said === '-' && otherwise === '' ? '' : said || wrong || (otherwise ?? '')
    if (value === '' && otherwise === undefined) say('It is needed.')
    else if (value !== '' && value === wrong) {
      say('! Kept, although the check failed. Run npm run setup to change it.')
      return value
    } else {
      const { findings, isUsable } = await checked(question, { ...given, [name]: value }, questions)
      for (const line of findings.flatMap((one) => wordsOf(one, ' (npm run check-setup -- --fix does it)'))) say(line)
      if (!findings.some(isInTheWay)) return value
      wrong = isUsable ? value : ''
    }
  }
}

/** Whether a finding keeps setup from continuing: not if `npm run check-setup -- --fix` can fix it. */
function isInTheWay({ state, mend }: Finding): boolean {
  return state === 'wrong' && mend === undefined
}

async function checked(
  { name, check }: Question,
  given: Values,
  questions: readonly Question[],
): Promise<{ findings: Finding[]; isUsable: boolean }> {
  try {
    const rest = questions.map((question) => [question.name, PLACEHOLDERS[question.name] ?? '']) as [string, string][]
    const env = { ...Object.fromEntries(rest), ...process.env, ...given, NODE_ENV: 'production' }
    const config = loadConfig(env)
    return { findings: (await check?.(config)) ?? [], isUsable: true }
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error
    return { findings: [{ what: name, state: 'wrong', says: error.message }], isUsable: false }
  }
}

/** Whether requests to the address reach this machine. If the product doesn't run, we answer in its place. */
async function reachable(config: Config): Promise<Finding[]> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ status: 'alive' })))
  server.listen(config.port, config.host)
  // If the port is taken, the product runs and answers.
  const isOurs = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  try {
    const { todo, ...finding } = await checkPublicUrl(config)
    const way = `point it to port ${config.port} of this machine (in a container, publish that port), then try again`
    return [{ ...finding, ...(todo !== undefined && { todo: way }) }]
  } finally {
    if (isOurs) {
      server.closeAllConnections()
      server.close()
    }
  }
}

async function carrierFindings(config: Config, isAbout: (what: string) => boolean): Promise<Finding[]> {
  const findings = await checkCarrier(config.carrier, { ...config, ...config.carrier })
  return findings.filter(({ what }) => isAbout(what))
}

/** What a line's exchange finds. Starts one for this check, because Asterisk sends its events to only one program. */
async function lineFindings(config: Config, about: RegExp): Promise<Finding[]> {
  try {
    await using exchange = new AsyncDisposableStack()
    const started = await startLineProcess(config, config.line!, log)
    exchange.defer(async () => started?.stop())
    return (await checkLine(config.carrier)).filter(({ what }) => about.test(what))
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error
    const todo = 'stop Reveille while its line is set up'
    return [{ what: 'Exchange', state: 'wrong', says: error.message, todo }]
  }
}

async function answer(question: string): Promise<string> {
  process.stdout.write(`${question} `)
  const { value, done } = await input.next()
  if (done === true)
    throw new StartRefusedError('\nThe input ended before all questions were answered: nothing was written.')
  return value.trim()
}
