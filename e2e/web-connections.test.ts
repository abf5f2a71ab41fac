import { WEEKDAYS } from '@reveille/core/time/weekday'
import { afterAll, expect, test } from 'vitest'
import { repositoryRoot, runCommand } from '../scripts/run-command.ts'
import { startReceiver } from '../server/test/harness/outside/webhook-receiver.ts'
import { faultsInBothThemes } from './a11y.ts'
import { productForFile } from './product-for-file.ts'
import { createAccount, newVisitor, pixelsTooWide, send } from './web-person.ts'

const receiver = await startReceiver()
afterAll(() => receiver[Symbol.asyncDispose]())
const { browser, place } = await productForFile(receiver.settings)

const EMAIL = 'mara@example.com'
const SWITCH = "Tell this house's automations about my mornings"

test('SIGNAL-1 SIGNAL-5 SIGNAL-7 a person lets automations hear of their mornings, makes and revokes a token, and an owner sees what was sent', async () => {
  const { page, watch } = await newVisitor(browser, place, { expected: [/status of 40[01]/] })
  await createAccount(page, place, EMAIL, '2025550171')
  await send(page, place, '/api/user/personalization', { goals: ['exercise'], struggles: ['snooze'], voice: 'bill' })
  const later = WEEKDAYS[new Date(Date.now() + 3 * 86_400_000).getUTCDay()] // not today in Berlin
  await send(page, place, '/api/schedule', { wakeupTime: '06:30', timezone: 'Europe/Berlin', weekdays: [later] })

  await page.goto('/account')
  const chosen = page.getByRole('switch', { name: SWITCH })
  expect(await chosen.isChecked()).toBe(false)
  await chosen.click()
  await expect.poll(() => receiver.types()).toEqual(['call.scheduled'])
  await page.reload()
  await page.getByRole('switch', { name: SWITCH, checked: true }).waitFor()

  await page.getByRole('button', { name: 'Make a token' }).click()
  await page.getByText('Please name the token.').waitFor()
  await page.getByLabel('New token').fill('Home Assistant')
  await page.getByRole('button', { name: 'Make a token' }).click()
  const token = await page.getByLabel('Your new token').inputValue()
  expect(token).toMatch(/^rv_/)
  await page.getByLabel('Your new token').and(page.locator(':focus')).waitFor()
  const tokens = page.getByRole('list', { name: 'Tokens' })
  await tokens.getByText('Home Assistant', { exact: true }).waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 320)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  const read = () => fetch(`${place.webUrl}/api/next`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await read()).json()).toMatchObject({ today: 'none', nextCall: { timezone: 'Europe/Berlin' } })
  await page.getByRole('button', { name: 'Revoke token Home Assistant' }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('Token revoked').waitFor()
  await tokens.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Connections' }).and(page.locator(':focus')).waitFor()
  expect((await read()).status).toBe(401)

  const owner = ['runtime/run.cjs', 'scripts/ops/operate.ts', 'owner', EMAIL]
  expect((await runCommand('node', owner, repositoryRoot, place.env)).exitCode).toBe(0)
  await page.goto('/people')
  const sent = page.getByRole('list', { name: 'Sent to automations' })
  await sent.getByText('call.scheduled').waitFor()
  await sent.getByText('Delivered').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await pixelsTooWide(page, 320)).toBeLessThanOrEqual(0)
  expect(watch.faults()).toEqual([])
})
