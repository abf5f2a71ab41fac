import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../free-ports.ts'
import { launchProduct, newPlace, removePlace, type Place } from '../processes.ts'

type Wrong = Record<string, string> | ((place: Place) => Record<string, string>)

test.each<[string, Wrong, RegExp]>([
  [
    'a port that is not a number',
    { PORT: 'three' },
    /^The setting PORT must be a port number from 0 to 65535; it is 'three'\.$/,
  ],
  ['a role that does not exist', { ROLE: 'boss' }, /^The setting ROLE must be all, web or worker; it is 'boss'\.$/],
  [
    'a rate of zero',
    { CALLS_PER_SECOND: '0' },
    /^The setting CALLS_PER_SECOND must be a number above 0 .*; it is '0'\.$/,
  ],
  [
    'production without its settings',
    { NODE_ENV: 'production' },
    /^In production these settings are required: CONTACT_EMAIL, MAIL_URL, TWILIO_/,
  ],
  ['half a carrier', { TWILIO_ACCOUNT_SID: 'AC1' }, /^TWILIO_ACCOUNT_SID also needs TWILIO_AUTH_TOKEN and /],
  [
    'a database URL with another scheme',
    { DATABASE_URL: 'mysql://here/db' },
    /^The setting DATABASE_URL must be an address /,
  ],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/db' },
    /^DATABASE_URL leads to 127\.0\.0\.1:1, where nothing answers: /,
  ],
  [
    'a data folder that cannot be created',
    { DATA_DIR: '/proc/reveille' },
    /^The data folder \/proc\/reveille cannot be written \(ENOENT\): set DATA_DIR to /,
  ],
  [
    'a file in place of the data folder',
    fileAsDataFolder,
    /^The data folder .* cannot be written \((EEXIST|ENOTDIR)\): set DATA_DIR to /,
  ],
  [
    'ElevenLabs without voices',
    { ELEVENLABS_API_KEY: 'k', ELEVENLABS_VOICES: 'bill=FrS6cKLB1wg4WYgPa9GW,liam=ktkP7Nsj67dw2zcplQYt:1.1' },
    /^ELEVENLABS_API_KEY also needs a voice for each character in ELEVENLABS_VOICES; missing: lily, todd-thomas, radio-station, jocko\. docs\/voices\.md /,
  ],
  [
    'a voice for an unknown character',
    { ELEVENLABS_VOICES: 'jack=FrS6cKLB1wg4WYgPa9GW' },
    /^The setting ELEVENLABS_VOICES names 'jack', no such character; the \w+ are lily, bill, .*jocko; /,
  ],
  [
    'a voice with an invalid speed',
    { ELEVENLABS_VOICES: 'jocko=FrS6cKLB1wg4WYgPa9GW:fast' },
    /^The setting ELEVENLABS_VOICES must be entries such as jocko=\w+:0\.96,liam=\w+, which 'jocko=FrS6cKLB1wg4WYgPa9GW:fast' is not; /,
  ],
  [
    'two voices for one character',
    { ELEVENLABS_VOICES: 'bill=FrS6cKLB1wg4WYgPa9GW, bill=ktkP7Nsj67dw2zcplQYt' },
    /^The setting ELEVENLABS_VOICES names bill twice; /,
  ],
  [
    'an unknown speech server preset',
    { SPEECH_PRESET: 'siri' },
    /^The setting SPEECH_PRESET must be one of openai, kokoro, chatterbox, kitten, orpheus, pocket-tts; it is 'siri'\.$/,
  ],
  ['a speech server without its URL', { SPEECH_ENGINE: 'openai' }, /^SPEECH_ENGINE=openai also needs SPEECH_URL\.$/],
  ['a host address of another machine', { HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 isn't an address of this machine: /],
  ['a host address without its interface', { HOST: 'fe80::1' }, /^HOST fe80::1 isn't an address of this machine: /],
  ['a host that cannot be a name', { HOST: 'x'.repeat(300) }, /^HOST x{300} isn't an address of this machine: /],
  ['a host that has no address', { HOST: 'no host' }, /^HOST no host isn't an address of this machine: /],
])('%s stops the start with one line, and leaves no process', async (_case, wrong, line) => {
  await using place = await placeToRemove(wrong)
  expect(await refusal(place)).toMatch(line)
})

test.each([
  ['PORT', /^Port \d+ is in use: stop what uses it, or set PORT to another one\.$/],
  ['METRICS_PORT', /^Port \d+ is in use: stop what uses it, or set METRICS_PORT to another one\.$/],
  ['SANDBOX_PORT', /^Port \d+ is in use: stop what uses it, or set SANDBOX_PORT to another one\.$/],
  ['SANDBOX_SMTP_PORT', /^Port \d+ is in use: stop what uses it, or set SANDBOX_SMTP_PORT to another one\.$/],
])('a port in use for %s stops the start with one line, and leaves no process and no file', async (setting, line) => {
  const [port] = await freePorts(1)
  await using place = await placeToRemove({ METRICS_PORT: String(port), DATA_DIR: await newFolder() })
  const other = createServer((socket) => socket.destroy()).listen(Number(place.env[setting]), '127.0.0.1')
  await once(other, 'listening')
  try {
    expect(await refusal(place)).toMatch(line)
    expect(await readdir(place.env['DATA_DIR']!)).toEqual([])
  } finally {
    other.close()
  }
})

test('a SANDBOX_PORT in use stops a later start of its data folder with one line', async () => {
  await using place = await placeToRemove({})
  await writeFile(path.join(place.dataDir, 'sandbox-token'), 'of an earlier start')
  const other = createServer((socket) => socket.destroy()).listen(Number(place.env['SANDBOX_PORT']), '127.0.0.1')
  await once(other, 'listening')
  expect(await refusal(place)).toMatch(
    /^The phone sandbox did not start: port \d+ is taken by another program: .* set SANDBOX_PORT to /,
  )
  other.close()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-refused-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Starts a place that must be refused and returns the only line that it prints. */
async function refusal(place: Place): Promise<string | undefined> {
  await using product = launchProduct(place)
  expect(await product.ended()).toBe(1)
  expect(await product.processes()).toEqual([])
  const lines = product.output().trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0]
}

async function placeToRemove(wrong: Wrong): Promise<Place & AsyncDisposable> {
  const place = await newPlace({ LOG_LEVEL: 'error' })
  const env = { ...place.env, ...(typeof wrong === 'function' ? wrong(place) : wrong) }
  if (env['DATA_DIR']?.endsWith('/a-file')) await writeFile(env['DATA_DIR'], '')
  return { ...place, env, [Symbol.asyncDispose]: () => removePlace(place) }
}

function fileAsDataFolder({ dataDir }: Place): Record<string, string> {
  return { DATA_DIR: path.join(dataDir, 'a-file') }
}
