import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

test.each([
  ['--frm', '7', "Unknown option '--frm'\n"],
  ['--seeds', 'x', "Option '--seeds' takes a number\n"],
  ['--minutes', '', "Option '--minutes' takes a number\n"],
])("the wrong option %s '%s' ends a developer's program with one line", async (name, value, line) => {
  const { exitCode, output } = await runCommand('node', ['scripts/simulate.ts', name, value])
  expect([exitCode, output]).toEqual([1, line])
})
