import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'

const FAULT = { kind: 'drawing', name: 'TypeError', at: 'dashboard-page-B1.js:1:204', page: '/dashboard' }

test('SHELL-9 a page error is counted and logged, sixty an hour, without any personal text', async () => {
  const told: string[] = []
  const logTo = { write: (line: string) => void told.push(line) }
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z', logTo })
  const report = async (fault: object) => {
    const headers = { 'content-type': 'application/json', origin: app.url }
    const sent = { method: 'POST', headers, body: JSON.stringify(fault) }
    return (await fetch(`${app.url}/api/browser-fault`, sent)).status
  }
  for (let times = 0; times < 62; times += 1) expect(await report(FAULT)).toBe(200)
  expect(await app.services.metrics.text()).toContain('reveille_browser_faults_total{kind="drawing"} 62')
  const lines = told.filter((line) => line.includes('browser fault'))
  expect(lines).toHaveLength(60)
  expect(JSON.parse(lines[0]!)).toMatchObject({ fault: FAULT })
  for (const [field, words] of Object.entries({
    name: 'mara@example.com',
    at: 'https://x/a.js',
    page: '/account?x=1',
  })) {
    expect(await report({ ...FAULT, [field]: words })).toBe(400)
  }
})
