import { expect, test } from 'vitest'
import { accessibilityFaults } from './a11y.ts'
import { launchBrowser } from './browser.ts'
import { watchPages } from './page-watch.ts'

const ORIGIN = 'http://sound.example'
const soundPage = '<!doctype html><html lang="en"><title>Sound</title><main><h1>Good morning</h1></main></html>'

// If the watch missed these, no test of a page would notice them.
test('the watch finds no fault on a good page, and each kind of fault on a broken one', async () => {
  await using browser = await launchBrowser()
  const context = await browser.newContext()
  const policy = { 'content-security-policy': "default-src 'self'; img-src *" }
  await context.route(`${ORIGIN}/`, (route) =>
    route.fulfill({ headers: policy, contentType: 'text/html', body: soundPage }),
  )
  const watch = await watchPages(context, { origins: [ORIGIN], expected: [/^expected/, /ERR_/] })
  const page = await context.newPage()
  await page.goto(ORIGIN)
  expect([...(await accessibilityFaults(page)), ...watch.faults()]).toEqual([])

  await page.evaluate(() => {
    console.error('expected trouble')
    console.error('trouble')
    queueMicrotask(() => reportError(new Error('lost')))
    document
      .querySelector('main')
      ?.append(
        document.createElement('button'),
        Object.assign(document.createElement('script'), { textContent: 'window.broken = true' }),
        Object.assign(new Image(), { src: 'http://127.0.0.1:1/spy.png', alt: '' }),
      )
  })
  const found = [
    /^console error: trouble/,
    /^exception: lost$/,
    /^content security policy: script-src-elem inline/,
    /^request to another origin: http:\/\/127\.0\.0\.1:1\/spy\.png$/,
  ]
  for (const fault of found) await expect.poll(watch.faults).toContainEqual(expect.stringMatching(fault))
  expect(watch.faults().join('\n')).not.toContain('expected trouble')
  expect(await accessibilityFaults(page)).toEqual([expect.stringContaining('button-name')])
})
