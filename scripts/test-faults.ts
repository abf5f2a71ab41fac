import { spawn } from 'node:child_process'
import { repositoryRoot, withOwnPrograms } from './run-command.ts'

// Every fault of the carrier × every kind of call × everything its person may do; `npm test` has each pair with one deed.

const test = spawn('vitest', ['run', '--project', 'integration', 'server/test/faults'], {
  cwd: repositoryRoot,
  stdio: 'inherit',
  env: { ...withOwnPrograms(), FAULT_DEEDS: 'all' },
})
test.on('close', (code) => (process.exitCode = code ?? 1))
