import { spawn } from 'node:child_process'
import { repositoryRoot, withOwnPrograms } from './run-command.ts'

// Every fault of the carrier × every kind of call × every action of its person; `npm test` tries each pair with one action.

const test = spawn('vitest', ['run', '--project', 'integration', 'server/test/faults'], {
  cwd: repositoryRoot,
  stdio: 'inherit',
  env: { ...withOwnPrograms(), FAULT_ACTIONS: 'all' },
})
test.on('close', (code) => (process.exitCode = code ?? 1))
