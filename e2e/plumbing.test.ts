import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { bundledChromium } from './bundled-chromium.ts'
import { findBrowser, launchBrowser } from './browser.ts'
import { watchPages } from './page-watch.ts'

let browser: Browser
let server: Server
let origin: string

const soundPage = '<!doctype html><html lang="en"><title>Sound</title><main><h1>Good morning</h1></main></html>'

beforeAll(async () => {
  browser = await launchBrowser()
  server = createServer((_request, response) => {
    response.setHeader('content-security-policy', "default-src 'self'; img-src *")
    response.setHeader('content-type', 'text/html')
    response.end(soundPage)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await browser.close()
  server.close()
})

test('whatever browser is installed, the tests use the one from npm, and CHROME_PATH chooses another', async () => {
  const installed = await mkdtemp(path.join(tmpdir(), 'reveille-browser-'))
  const chromium = path.join(installed, 'chromium')
  await writeFile(chromium, '#!/bin/sh\n', { mode: 0o755 })
  vi.stubEnv('PATH', [installed, process.env['PATH']].join(path.delimiter))
  vi.stubEnv('CHROME_PATH', '')
  const fromNpm = await bundledChromium()
  expect(await findBrowser()).toEqual(fromNpm ?? { executablePath: chromium, env: {} })
  vi.stubEnv('CHROME_PATH', chromium)
  expect(await findBrowser()).toEqual({ executablePath: chromium, env: {} })
  vi.unstubAllEnvs()
  await rm(installed, { recursive: true })
})

test('a sound page has no faults', async () => {
  const { page, watch } = await watchedPage()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(watch.faults()).toEqual([])
})

test('an unnamed button is an accessibility fault', async () => {
  const { page } = await watchedPage()
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
  expect(await accessibilityFaults(page)).toEqual([expect.stringContaining('button-name')])
})

test('what the content security policy refuses is a fault', async () => {
  const { page, watch } = await watchedPage()
  const reported = page.waitForEvent('console')
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.broken = true' }))
  })
  await reported
  await expect
    .poll(watch.faults)
    .toContainEqual(expect.stringMatching(/^content security policy: script-src-elem inline/))
})

test('a console error is a fault, unless it was expected', async () => {
  const { page, watch } = await watchedPage([/^expected/])
  await page.evaluate(() => {
    console.error('expected trouble')
    console.error('trouble')
  })
  expect(watch.faults()).toEqual([expect.stringContaining('console error: trouble')])
})

test('an exception nobody caught is a fault', async () => {
  const { page, watch } = await watchedPage()
  const thrown = page.waitForEvent('pageerror')
  await page.evaluate(() => queueMicrotask(() => reportError(new Error('lost'))))
  await thrown
  expect(watch.faults()).toContainEqual(expect.stringContaining('exception: lost'))
})

test('a request to another origin is a fault', async () => {
  const { page, watch } = await watchedPage([/ERR_/])
  const asked = page.waitForEvent('request')
  await page.evaluate(() => {
    document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:1/spy.png', alt: '' }))
  })
  await asked
  expect(watch.faults()).toContainEqual('request to another origin: http://127.0.0.1:1/spy.png')
})

async function watchedPage(expected: readonly RegExp[] = []) {
  const context = await browser.newContext()
  const watch = await watchPages(context, { origins: [origin], expected })
  const page = await context.newPage()
  await page.goto(origin)
  return { page, watch }
}
