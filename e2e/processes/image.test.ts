import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePorts } from '../free-ports.ts'
import { newFleet } from './fleet.ts'

const root = path.join(import.meta.dirname, '../..')

test('the image’s command runs in production as web and as worker, and its health check passes for both', async () => {
  const file = await readFile(path.join(root, 'deploy/Containerfile'), 'utf8')
  expect(commandAfter(file, /^CMD /m)).toEqual(['node', 'server/src/main.ts']) // what newFleet starts
  const [node = '', ...check] = commandAfter(file, /^HEALTHCHECK [^[]*CMD /m)
  expect(node).toBe('node')
  const production = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    SESSION_SECRET: 'a secret of thirty-two characters',
    CONTACT_EMAIL: 'a@b.example',
  }
  await using fleet = await newFleet(production)
  const ports = await freePorts(2)
  const web = await fleet.web({ METRICS_PORT: String(ports[0]) })
  await fleet.worker({ METRICS_PORT: String(ports[1]) })

  for (const port of ports) {
    await promisify(execFile)(process.execPath, check, { env: { METRICS_PORT: String(port) } }) // throws unless it exits with 0
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).json())
      .toMatchObject({ status: 'degraded', setup: ['Public address'] }) // no certificate here
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      .toMatch(/^reveille_workers_live 1$/m)
  }
  await expect.poll(async () => (await fetch(`${web.webUrl}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${web.webUrl}/metrics`)).text()).not.toContain('reveille_')
  await expect(fetchCheck(check, (await freePorts(1))[0]!)).rejects.toThrow('Command failed') // no process on this port
})

const fetchCheck = (check: string[], port: number) =>
  promisify(execFile)(process.execPath, check, { env: { METRICS_PORT: String(port) } })

/** A container file's command in its list form. */
function commandAfter(file: string, start: RegExp): string[] {
  const rest =
    file
      .replaceAll(/\\\n\s*/g, '')
      .split(start)
      .at(-1) ?? ''
  return JSON.parse(rest.split('\n')[0] ?? '') as string[]
}
