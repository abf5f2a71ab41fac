import { spawn } from 'node:child_process'
import { repositoryRoot, withOwnPrograms } from '../run-command.ts'

// Tests every fault of the carrier × every kind of call × every action of its person. `npm test` tries two cases per fault.

const test = spawn('vitest', ['run', '--project', 'integration', 'server/test/faults'], {
  cwd: repositoryRoot,
  stdio: 'inherit',
  env: { ...withOwnPrograms(), FAULT_CASES: 'all' },
})
test.on('close', (code) => (process.exitCode = code ?? 1))
