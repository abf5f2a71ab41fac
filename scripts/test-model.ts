import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { repositoryRoot, withOwnPrograms } from './run-command.ts'

// Lets more people do whatever they like than `npm test` does: `node scripts/test-model.ts --runs 300 --seed 7`. With
// --shrink a story that went wrong is told as short as it can be, which takes a while.

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    shrink: { type: 'boolean', default: false },
  },
})
console.log(`${options.runs} stories from seed ${options.seed}`)
const test = spawn('vitest', ['run', '--project', 'integration', 'server/test/model'], {
  cwd: repositoryRoot,
  stdio: 'inherit',
  env: {
    ...withOwnPrograms(),
    MODEL_RUNS: options.runs,
    MODEL_SEED: options.seed,
    ...(options.shrink ? { MODEL_SHRINK: 'yes' } : {}),
  },
})
test.on('close', (code) => (process.exitCode = code ?? 1))
