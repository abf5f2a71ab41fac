import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { KEPT_IN_BROWSER } from '@reveille/core/consents/kept-in-browser'
import { privacyOf } from '@reveille/core/consents/privacy'
import { expect, test } from 'vitest'
import { repositoryFiles, repositoryRoot } from './run-command.ts'

/** The only files that may store something in a browser. Their types take the names from KEPT_IN_BROWSER. */
const KEEPERS: Record<string, RegExp> = {
  'web/src/browser/storage.ts': /\b(?:local|session)Storage\b/,
  'web/src/before-paint.ts': /\blocalStorage\.getItem\(/, // reads the chosen theme
  'web/public/offline.js': /\bcaches\b/,
  'server/src/sign-in/cookies.http.ts': /\.setCookie\(/,
  'server/src/platform/http/pretend-phone.ts': /\.setCookie\(/, // of whoever tries the sandbox by its token
}
const KEEPS =
  /\b(?:localStorage|sessionStorage|indexedDB|caches|cookieStore)\b|document\.cookie\s*=|\.setCookie\(|set-cookie['"]?\s*[,:]|\.setItem\(/i

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8')
const withoutComments = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

test('LEGAL-1 only the listed files store anything in a browser', async () => {
  const files = await repositoryFiles('web/src/**', 'web/public/*.js', 'server/src/**', 'web/index.html')
  const keepers: string[] = []
  for (const file of files.filter((one) => !/\.test\.tsx?$/.test(one))) {
    if (!/\.(?:tsx?|js|html)$/.test(file)) continue
    if (KEEPS.test(withoutComments(await read(file)))) keepers.push(file)
  }
  expect(keepers.toSorted()).toEqual(Object.keys(KEEPERS).toSorted())
  for (const [file, how] of Object.entries(KEEPERS)) expect(await read(file)).toMatch(how)
  expect(await read('web/public/offline.js')).toContain(`\`${KEPT_IN_BROWSER.caches[0].names[0]}\${`)
})

test('LEGAL-1 the privacy policy lists everything stored in a browser', () => {
  const policy = JSON.stringify(privacyOf().added)
  for (const entries of Object.values(KEPT_IN_BROWSER))
    for (const { names } of entries) for (const name of names) expect(policy).toContain(name)
})
