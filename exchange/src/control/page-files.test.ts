import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../sandbox.ts'

const files = readdirSync(join(import.meta.dirname, '..', 'page'))
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
}

test.each(files)('%s is served with its content type', async (file) => {
  await using sandbox = await startSandbox()
  const answer = await fetch(`${sandbox.url}/${file === 'index.html' ? '' : file}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(types[file.split('.')[1] ?? ''])
})
