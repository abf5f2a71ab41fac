import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

test("a wrong option ends a developer's program with one line", async () => {
  const { exitCode, output } = await runCommand('node', ['scripts/simulate.ts', '--frm', '7'])
  expect([exitCode, output]).toEqual([1, "Unknown option '--frm'\n"])
})
