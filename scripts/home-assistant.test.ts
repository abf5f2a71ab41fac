import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestApp } from '../server/test/harness/app/start-test-app.ts'
import { startReceiver, type Told } from '../server/test/harness/outside/webhook-receiver.ts'
import { repositoryRoot } from './run-command.ts'

type Step = { action: string; target: { entity_id: string }; data?: Record<string, unknown> }
type Automation = {
  triggers: { trigger: string; webhook_id: string; allowed_methods: string[] }[]
  conditions: { condition: string; value_template: string }[]
  actions: { choose: { conditions: string; sequence: Step[] }[] }[]
}
type Rest = {
  resource: string
  headers: Record<string, string>
  sensor: { unique_id: string; value_template: string }[]
}

/** The blocks of the page, with secrets by their names. */
async function configuration(secrets: Record<string, string>) {
  const page = await readFile(path.join(repositoryRoot, 'docs/home-assistant.md'), 'utf8')
  const blocks = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block]) => block!)
  const secret = { tag: '!secret', resolve: (name: string) => secrets[name] ?? `no secret ${name}` }
  return Object.assign({}, ...blocks.map((block) => parse(block, { customTags: [secret] }) as object)) as {
    automation: [Automation]
    rest: [Rest]
  }
}

/** A template of the few expressions that the page uses; anything else throws. */
function rendered(template: string, variables: object): unknown {
  const parts = [...template.matchAll(/\{\{ (.+?) \}\}/g)]
  const values = parts.map(([, expression]) => {
    const code = expression!
      .replace(/^(.+) if (.+) else none$/, '$2 ? $1 : null')
      .replace(/(\S+) in (\[.+\])/, '$2.includes($1)')
      .replaceAll(' == ', ' === ')
    return runInNewContext(code, { ...variables }) as unknown
  })
  if (parts.length === 1 && parts[0]![0] === template) return values[0]
  return template.replaceAll(/\{\{ .+? \}\}/g, () => String(values.shift()))
}

/** What Home Assistant would do with an event: the actions of the first choice whose conditions hold. */
function actionsOf({ conditions, actions }: Automation, json: Told): string[] {
  const variables = { trigger: { json } }
  const holds = conditions.every(({ value_template: template }) => rendered(template, variables) === true)
  if (!holds) return []
  return actions.flatMap(({ choose }) => {
    const choice = choose.find((one) => rendered(one.conditions, variables) === true)
    return (choice?.sequence ?? []).map(({ action, target, data }) => {
      const message = data?.['message']
      return [action, target.entity_id, ...(typeof message === 'string' ? [rendered(message, variables)] : [])].join(
        ' ',
      )
    })
  })
}

test("SIGNAL-9 the page's automation turns the lamp on when a call is due and off when the morning ends, and announces a missed one", async () => {
  await using receiver = await startReceiver()
  const { automation } = await configuration({})
  const [{ triggers }] = automation
  expect(triggers).toMatchObject([{ trigger: 'webhook', webhook_id: 'reveille-CHANGE-ME', allowed_methods: ['POST'] }])
  const settings = { ...receiver.settings }
  settings.WEBHOOK_URL = settings.WEBHOOK_URL.replace('house', triggers[0]!.webhook_id)
  await using app = await startTestApp({ now: '2027-01-15T06:20:00+01:00', settings })
  const person = await app.person({ name: 'Robin Sleeper' })
  const phone = await app.phone(person.phone)
  await person.send('PUT', '/api/account/consents', { signals: true })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false })
  expect(person.userId).toBe(1) // as on the page
  let seen = 0
  async function done(): Promise<string[]> {
    for (let second = 0; second < 6; second++) await app.clock.advance({ seconds: 1 })
    const news = receiver.deliveries.slice(seen)
    seen = receiver.deliveries.length
    for (const { path: at } of news) expect(at).toBe('/api/webhook/reveille-CHANGE-ME')
    return news.flatMap(({ event }) => actionsOf(automation[0], event))
  }
  expect(await done()).toEqual([])
  await app.clock.advance({ minutes: 9, seconds: 54 })
  const call = await phone.expectCall()
  expect(await done()).toEqual(['light.turn_on light.bedroom'])
  await call.pickUp()
  await call.press('1')
  expect(await done()).toEqual(['light.turn_off light.bedroom'])
  await app.clock.advance({ ms: Date.parse('2027-01-16T06:30:00+01:00') - app.clock.now() })
  await (await phone.expectCall()).decline()
  expect(await done()).toEqual([
    'light.turn_on light.bedroom',
    'light.turn_off light.bedroom',
    'tts.speak tts.home Robin Sleeper missed the wake-up call. Nobody picked up.',
  ])
})

test("SIGNAL-9 the page's sensors show the next call, how today is going and the last morning", async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:20:00+01:00' })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { token } = (await person.post<{ token: string }>('/api/account/tokens', { name: 'Home Assistant' })).body
  const { rest } = await configuration({ reveille_token: `Bearer ${token}` })
  const [{ resource, headers, sensor }] = rest
  async function states() {
    const answer = await fetch(app.url + new URL(resource).pathname, { headers })
    const variables = { value_json: (await answer.json()) as unknown }
    return Object.fromEntries(sensor.map((one) => [one.unique_id, rendered(one.value_template, variables)]))
  }
  expect(await states()).toEqual({ reveille_next_call: null, reveille_today: 'none', reveille_last: null })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false })
  expect(await states()).toMatchObject({ reveille_next_call: '2027-01-15T05:30:00.000Z', reveille_today: 'ahead' })
  await app.clock.advance({ minutes: 10 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ seconds: 5 })
  expect(await states()).toEqual({
    reveille_next_call: '2027-01-16T05:30:00.000Z',
    reveille_today: 'missed',
    reveille_last: 'missed',
  })
})
