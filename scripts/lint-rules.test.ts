import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot, runCommand } from './run-command.ts'

// Rules that the design depends on and that apply to some folders alone: a moved folder would lose its rules unnoticed.
test.each([
  ['a clock in core', 'core/src/rule.ts', 'export const now = Date.now()', 'no-restricted-globals'],
  ['chance in core', 'core/src/rule.ts', 'export const dice = Math.random()', 'no-restricted-properties'],
  ['zones of the runtime in core', 'core/src/rule.ts', 'export const zone = Intl.Locale', 'no-restricted-globals'],
  ['the environment in core', 'core/src/rule.ts', 'export const env = process.env', 'no-restricted-globals'],
  [
    'the machine clock in a verb',
    'server/src/schedules/save-schedule.ts',
    'export const now = Date.now()',
    'no-restricted-properties',
  ],
  [
    'settings read in the middle',
    'server/src/schedules/schedules.routes.ts',
    "export const port = process.env['PORT']",
    'no-process-env',
  ],
  ['words to the console', 'server/src/calls/reconcile.ts', "console.log('a name')", 'no-console'],
  [
    'a mocked module',
    'core/src/rule.test.ts',
    "import { vi } from 'vitest'\nvi.mock('./rule.ts')",
    'no-restricted-vi-methods',
  ],
  [
    'a test that sleeps',
    'server/src/a.test.ts',
    "import { setTimeout } from 'node:timers/promises'\nawait setTimeout(1)",
    'no-restricted-imports',
  ],
  [
    'full zod in the browser',
    'web/src/form.ts',
    "import { z } from 'zod'\nexport const form = z",
    'no-restricted-imports',
  ],
])('the linter refuses %s', async (_case, file, text, rule) => {
  expect(await lint(file, text)).toContain(rule)
})

/** The names of the rules that a file breaks, in a tree of its own with our settings. */
async function lint(file: string, text: string): Promise<string> {
  const tree = await mkdtemp(path.join(tmpdir(), 'reveille-lint-'))
  try {
    await cp(path.join(repositoryRoot, '.oxlintrc.json'), path.join(tree, '.oxlintrc.json'))
    await mkdir(path.join(tree, path.dirname(file)), { recursive: true })
    await writeFile(path.join(tree, file), text)
    const { stdout } = await runCommand('oxlint', ['--format=json', file], tree)
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] }
    return diagnostics.map(({ code }) => code).join(' ')
  } finally {
    await rm(tree, { recursive: true })
  }
}
