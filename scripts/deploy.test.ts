import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { loadConfig, loadLine } from '../server/src/platform/config/config.ts'
import { readEnvironment, settingsFileOf, writeSettingsFile } from '../server/src/platform/config/settings-file.ts'
import { Settings } from '../server/src/platform/config/settings.ts'
import { startTestApp } from '../server/test/harness/app/start-test-app.ts'
import { repositoryRoot } from './run-command.ts'

type Environment = Record<string, string>

const deployed = (file: string) => readFile(path.join(repositoryRoot, 'deploy', file), 'utf8')

const CARRIER: Environment = {
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
  TWILIO_PHONE_NUMBER: '+12025550123',
}
/** Values from the operator or their secret store. */
const SECRETS: Environment = {
  ...CARRIER,
  DATABASE_URL: 'postgres://reveille:password@database.example:5432/reveille',
  SESSION_SECRET: 'a secret of thirty-two characters',
  MAIL_URL: 'smtps://user:password@mail.example',
}
/** For storage in a bucket. */
const STORAGE_KEYS: Environment = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

const FILLED_IN: Environment = {
  ...SECRETS,
  DOMAIN: 'reveille.example',
  DATABASE_PASSWORD: 'password',
  CONTACT_EMAIL: 'hello@reveille.example',
  MAIL_FROM: 'Reveille <wake@reveille.example>',
}

/** The variables that the compose file reads and passes as settings. */
const ONLY_OF_COMPOSE: ReadonlySet<string> = new Set(['DOMAIN', 'DATABASE_PASSWORD'])

type Compose = {
  services: Record<
    string,
    {
      image: string
      profiles?: string[]
      env_file?: string
      environment: Environment
      volumes?: string[]
      depends_on?: unknown
    }
  >
  volumes: Record<string, unknown>
}

const composeFile = async () => parse(await deployed('compose.yaml'), { merge: true }) as Compose

/** The environment of each of our processes, given this deploy/.env. */
async function composeProcesses(written: Environment = FILLED_IN): Promise<[string, Environment][]> {
  const { services } = await composeFile()
  const ours = Object.entries(services).filter(
    ([, { image, profiles }]) => image === 'reveille' && profiles === undefined,
  )
  return ours.map(([name, { env_file, environment }]) => {
    const passedOn = env_file === '.env' ? written : {}
    return [name, { ...passedOn, ...filledIn(environment, written) }]
  })
}

/** Substitutes variables like compose. */
function filledIn(environment: Environment, written: Environment): Environment {
  const fill = (words: string) =>
    words.replaceAll(/\$\{(\w+)(?::\?|:-([^}]*))\}/g, (_all, name: string, or: string | undefined) => {
      const value = written[name] ?? or
      if (value === undefined) throw new Error(`deploy/.env lacks ${name}`)
      return value
    })
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(String(value))]))
}

type Manifest = {
  kind: string
  metadata: { name: string }
  data?: Environment
  spec: { template: { spec: { containers: [Container] } } }
}
type Container = { env: { name: string; value: string }[] }

const manifestsOfKubernetes = async () =>
  parseAllDocuments(await deployed('kubernetes/reveille.yaml')).map((one) => one.toJS() as Manifest)

async function kubernetesProcesses(): Promise<[string, Environment][]> {
  const manifests = await manifestsOfKubernetes()
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data
  return manifests
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata, spec }) => {
      const own = spec.template.spec.containers[0].env.map(({ name, value }) => [name, value])
      return [metadata.name, { ...settings, ...SECRETS, ...STORAGE_KEYS, ...Object.fromEntries(own) }]
    })
}

/** The environment of an image, by its stage in the Containerfile. The stage without a name is built by default. */
async function imageEnvironment(stage = ''): Promise<Environment> {
  for (const text of (await deployed('Containerfile')).split(/^FROM /m).slice(1)) {
    const [, from, name = ''] = /^(\S+)(?: AS (\S+))?/.exec(text)!
    if (name !== stage) continue
    const inherited = from === 'base' ? await imageEnvironment(from) : {}
    const own = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => line!.split(' '))
    return { ...inherited, ...Object.fromEntries(own.map((pair) => pair.split('=') as [string, string])) }
  }
  throw new Error(`the Containerfile has no stage ${stage}`)
}

test('OPS-8 the container with everything is a trial without any settings, on one port, with nightly backups in its volume', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-deploy-'))
  const image = await imageEnvironment('all')
  const config = loadConfig({ ...image, DATA_DIR: dataDir })
  await rm(dataDir, { recursive: true })
  expect(config).toMatchObject({
    production: false,
    role: 'all',
    host: '0.0.0.0',
    port: 3000,
    metricsPort: null,
    databaseUrl: null,
    sandbox: { isCarrier: true },
    callbackUrl: 'http://127.0.0.1:3000', // PUBLIC_URL leads nowhere in a container whose port has another number outside
    backups: { folder: `${image['DATA_DIR']}/backups`, nightly: true },
  })
})

test.each([
  ['compose.yaml', () => composeProcesses(), ['web-1', 'web-2', 'worker-1', 'worker-2', 'backup']],
  ['the Kubernetes manifests', kubernetesProcesses, ['reveille-web', 'reveille-worker']],
])('%s gives each process known settings that it accepts in production', async (_file, read, names) => {
  const processes = await read()
  expect(processes.map(([name]) => name)).toEqual(names)
  const image = await imageEnvironment()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-deploy-'))
  for (const [name, environment] of processes) {
    const unknown = Object.keys({ ...image, ...environment }).filter((setting) => !(setting in Settings.shape))
    expect(unknown.filter((setting) => !ONLY_OF_COMPOSE.has(setting))).toEqual([])
    const config = loadConfig({ ...image, ...environment, DATA_DIR: dataDir })
    expect(config).toMatchObject({ production: true, host: '0.0.0.0', port: 3000, metricsPort: 9464, sandbox: null })
    expect(config.role).toBe(/web|worker/.exec(name)?.[0] ?? 'all')
  }
  await rm(dataDir, { recursive: true })
})

test('LINE-10 with a telephone line of its own, compose.yaml starts in production, exchange and product with one token', async () => {
  const several = {
    ASTERISK_URL: 'http://reveille:secret@host.docker.internal:8088/ari',
    ASTERISK_DIAL: 'PJSIP/{number}@trunk',
    LINE_NUMBER: '+49301234560',
    EXCHANGE_URL: 'http://exchange:3003',
    EXCHANGE_TOKEN: 'one token for every machine of it',
    CALLBACK_URL: 'http://web-1:3000',
  }
  const { TWILIO_ACCOUNT_SID: _sid, TWILIO_AUTH_TOKEN: _token, TWILIO_PHONE_NUMBER: _number, ...others } = FILLED_IN
  const written = { ...others, ...several }
  const image = await imageEnvironment()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-deploy-'))
  const { exchange } = (await composeFile()).services
  expect(exchange).toMatchObject({ profiles: ['line'], env_file: '.env', command: ['node', 'scripts/exchange.ts'] })
  const { carrier, line } = loadLine({ ...image, ...written, ...exchange!.environment })
  expect(line.exchange).toEqual({ host: 'exchange', port: 3003 })
  for (const [, environment] of await composeProcesses(written)) {
    const config = loadConfig({ ...image, ...environment, DATA_DIR: dataDir })
    expect([config.production, config.carrier.authToken]).toEqual([true, carrier.authToken])
  }
  await rm(dataDir, { recursive: true })
})

test.each([
  ['line', {}, { host: '0.0.0.0', line: { linesAtOnce: 2 }, mail: null }],
  [
    'reveille',
    { ...CARRIER, MAIL_URL: 'smtps://me%40wake.example:password@mail.example' },
    { host: '127.0.0.1', trustedProxies: 1, line: null, mail: { from: 'Reveille <me@wake.example>' } },
  ],
])(
  'OPS-10 the six settings of single/%s.env.example, as a file in DATA_DIR, are all that production needs',
  async (name, filledIn, config) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-deploy-'))
    const settings = { ...parseEnv(await deployed(`single/${name}.env.example`)), ...filledIn } as Environment
    writeSettingsFile(settingsFileOf({ DATA_DIR: dataDir }), settings)
    const loaded = loadConfig(readEnvironment({ DATA_DIR: dataDir }))
    await rm(dataDir, { recursive: true })
    const asked = Object.keys(settings).filter((name) => name !== 'TRUST_PROXY') // setup sets it by itself
    expect(asked).toHaveLength(6)
    expect(loaded).toMatchObject({ ...config, production: true, sandbox: null, backups: { nightly: true } })
  },
)

test('compose.yaml needs no object store: its processes share a volume of files, and depend on no other service', async () => {
  const { services, volumes } = await composeFile()
  const names = ['web-1', 'web-2', 'worker-1', 'worker-2']
  expect(Object.keys(services)).toEqual([
    ...names,
    'exchange',
    'backup',
    'prometheus',
    'alertmanager',
    'proxy',
    'postgres1',
    'postgres2',
  ])
  for (const name of names) expect(services[name]).toMatchObject({ volumes: ['storage:/files'] })
  expect(Object.keys(volumes)).toContain('storage')
  expect(Object.values(services).filter(({ depends_on }) => depends_on !== undefined)).toEqual([])
  for (const [, environment] of await composeProcesses()) {
    expect(environment['STORAGE_URL']).toBe('file:///files')
    expect(Object.keys(environment).filter((setting) => setting.startsWith('S3_'))).toEqual([])
  }
  // A new volume inherits the owner of the image's folder, which must be the product's user.
  const lines = (await deployed('Containerfile')).split('\n')
  const user = lines.find((line) => line.startsWith('USER '))?.slice('USER '.length)
  const made = lines.find((line) => line.includes(`chown ${user}:${user} `)) ?? ''
  expect(made).toMatch(/^RUN mkdir .*\/files\b.* && chown .* \/files \/backups$/)
})

test('compose.yaml connects the product to its database as a user that is not the superuser', async () => {
  const { services } = await composeFile()
  const superusers = ['postgres1', 'postgres2'].map((name) => services[name]?.environment['POSTGRES_USER'])
  expect(superusers).toEqual(['postgres', 'postgres'])
  for (const [, { DATABASE_URL = '' }] of await composeProcesses())
    expect(new URL(DATABASE_URL).username).toBe('reveille')
})

test('compose.yaml builds its image once and bounds every log', async () => {
  const { services } = await composeFile()
  const all = Object.entries(services) as [string, { build?: object; logging?: { options: Environment } }][]
  expect(all.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['web-1'])
  for (const [, { logging }] of all) expect(logging?.options).toEqual({ 'max-size': '50m', 'max-file': '5' })
})

test('every image that is pulled is pinned to a patch version', async () => {
  const { services } = await composeFile()
  const composed = Object.values(services).map(({ image }) => image)
  const [, base] = /^ARG BASE=(.+)$/m.exec(await deployed('Containerfile'))!
  const fetched = [...new Set([...composed, base!])].filter((image) => image !== 'reveille') // built locally
  expect(fetched).toHaveLength(5)
  // PostgreSQL's versions have two parts, and the second is the patch.
  for (const image of fetched) expect(image).toMatch(/\/postgres:\d+\.\d+$|:v?\d+\.\d+\.\d+(-[a-z-]+)?$/)
})

test('in Kubernetes a start may take half an hour, a readiness check 5 s, and the image has a registry', async () => {
  const deployments = (await manifestsOfKubernetes()).filter(({ kind }) => kind === 'Deployment')
  expect(deployments).toHaveLength(2)
  for (const { spec } of deployments)
    expect(spec.template.spec.containers[0]).toMatchObject({
      image: 'registry.example/reveille:VERSION', // without a host, a public registry would serve it
      startupProbe: { httpGet: { path: '/healthz', port: 'operators' }, periodSeconds: 10, failureThreshold: 180 },
      readinessProbe: { httpGet: { path: '/readyz', port: 'operators' }, timeoutSeconds: 5 },
    })
})

test('the proxy of compose checks readiness at the image’s metrics port', async () => {
  const { METRICS_PORT } = await imageEnvironment()
  const settings = (await deployed('compose/Caddyfile')).match(/^\s*health_\w+ .+$/gm)?.map((line) => line.trim())
  expect(settings).toEqual(['health_uri /readyz', `health_port ${METRICS_PORT}`, 'health_interval 5s'])
})

test('every secret to rotate reaches the processes of compose.yaml from deploy/.env', async () => {
  const sections = (await readFile(path.join(repositoryRoot, 'docs/operations.md'), 'utf8')).split(/^## /m)
  const rotation = sections.filter((words) => /^(Rotation|Changing SESSION_SECRET)\n/.test(words)).join()
  const names = new Set(rotation.match(/\b[A-Z0-9]+(?:_[A-Z0-9]+)+\b/g)?.filter((name) => name in Settings.shape))
  names.delete('DATABASE_URL') // compose.yaml derives it from DATABASE_PASSWORD
  names.delete('DATA_DIR') // a path, which the image sets
  expect([...names]).toEqual(expect.arrayContaining(['TWILIO_AUTH_TOKEN_SECONDARY', 'OPT_OUT_SECRET']))
  for (const name of [...names, 'LIMIT_TEXTS_PER_NUMBER'])
    for (const [, environment] of await composeProcesses({ ...FILLED_IN, [name]: 'new' }))
      expect(environment).toMatchObject({ [name]: 'new' })
  for (const [, { DATABASE_URL }] of await composeProcesses({
    ...FILLED_IN,
    DATABASE_PASSWORD: 'new',
    PRIMARY: 'here',
  }))
    expect(DATABASE_URL).toBe('postgres://reveille:new@here:5432/reveille')
})

/** Whether the image's build context contains this file, by .dockerignore. */
async function isInImage(file: string): Promise<boolean> {
  const lines = (await readFile(path.join(repositoryRoot, '.dockerignore'), 'utf8')).split('\n')
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const folders = file.split('/').map((_name, depth, names) => names.slice(0, depth + 1).join('/'))
  return !folders.some((part) => patterns.some((pattern) => path.matchesGlob(part, pattern)))
}

test('the image’s build context leaves out what only developers use, and secrets and data that an operator keeps beside the sources', async () => {
  const outside = ['.env', '.env.production', 'deploy/.env', 'deploy/.env.old', 'secrets.env', 'deploy/tls.key']
  const forDevelopers = ['docs/operations.md', 'knip.json', 'scripts/mutants/play.ts', 'server/src/run.test.ts']
  const data = ['reveille.dump', 'deploy/backup.sql.gz', 'data/session-secret', 'server/data/postgres/PG_VERSION']
  for (const file of [...outside, ...forDevelopers, ...data])
    expect([file, await isInImage(file)]).toEqual([file, false])
  const needed = [
    'package-lock.json',
    'scripts/start.ts',
    'scripts/ops/operate.ts',
    'server/src/platform/config/config.ts',
    'core/src/time/test-data/tz-vectors.json',
  ]
  for (const file of needed) expect([file, await isInImage(file)]).toEqual([file, true])
})

test('CALL-8 the ElevenLabs voices in docs/voices.md are valid settings', async () => {
  const page = await readFile(path.join(repositoryRoot, 'docs/voices.md'), 'utf8')
  const [, ELEVENLABS_VOICES] = /^ELEVENLABS_VOICES=(.+)$/m.exec(page) ?? []
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-deploy-'))
  const { elevenlabs } = loadConfig({ DATA_DIR: dataDir, ELEVENLABS_API_KEY: 'key', ELEVENLABS_VOICES }).speech
  await rm(dataDir, { recursive: true })
  for (const [character, { voice }] of Object.entries(elevenlabs!.voices))
    expect(page).toMatch(new RegExp(`^\\| ${character} .*\`${voice}\``, 'm'))
})

test('Prometheus scrapes each process of compose except the backup, at its port', async () => {
  const { scrape_configs } = parse(await deployed('prometheus/prometheus.yaml')) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[]
  }
  const scraped = scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap(({ targets }) => targets))
  const answering = (await composeProcesses()).filter(([name]) => name !== 'backup')
  expect(scraped).toEqual(answering.map(([name, { METRICS_PORT }]) => `${name}:${METRICS_PORT}`))
})

/** The metrics in these expressions, without a histogram's suffixes. */
function metricsIn(expressions: readonly string[]): Set<string> {
  const names = expressions.flatMap((words) => words.match(/\b(?:reveille|process|nodejs)_[a-z0-9_]+/g) ?? [])
  return new Set(names.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))
}

test('we export every metric in an alert or on the dashboard', async () => {
  const { groups } = parse(await deployed('prometheus/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] }
  const { panels } = JSON.parse(await deployed('grafana/reveille.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const alerts = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr))
  const drawn = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(alerts.length).toBeGreaterThan(10)
  await using app = await startTestApp({ now: '2027-01-15T06:20:00+01:00' })
  const exported = new Set((await app.services.metrics.text()).match(/(?<=^# TYPE )\S+/gm))

  const watched = [...metricsIn([...alerts, ...drawn])]
  expect(watched.filter((name) => !exported.has(name))).toEqual([])
})

test('OPS-4 every alert is in the runbook', async () => {
  const { groups } = parse(await deployed('prometheus/alerts.yaml')) as { groups: { rules: { alert: string }[] }[] }
  const runbook = await readFile(path.join(repositoryRoot, 'docs/operations.md'), 'utf8')
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  expect(alerts.filter((alert) => !runbook.includes(alert))).toEqual([])
})
