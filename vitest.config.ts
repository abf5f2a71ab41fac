import { defineConfig } from 'vitest/config'
import endWithStarter from './runtime/end-with-starter.cjs'
import { ProjectsInTurns } from './scripts/test/projects-in-turns.ts'

endWithStarter()

/** A busy machine takes its time: limits are for what hangs. The runner's own, one second for a poll, is soon over. */
const patient = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

/** Pages, and processes that wait for their second, leave two cores idle most of the time: they run in turns together. */
const E2E_WORKERS = 6

const alone = { fileParallelism: false, testTimeout: 600_000 }

const INSTALLED = 'e2e/installed-global-setup.ts'
const POSTGRES = 'server/test/harness/database/postgres-global-setup.ts'

/** They need the machine for themselves, or more minutes than a change has: `npm run test:long`. */
const LONG = [
  'core/src/schedules/rotation-oracle.test.ts',
  'server/src/speech/voice-check.test.ts',
  'server/test/security/overload.test.ts',
  'server/test/simulation/scenes.test.ts',
]
const LONG_PROCESSES = [
  'e2e/processes/{attacks,drain,frozen-worker,kill-rounds,power-cuts,refused-starts,second-start,stop-tools}.test.ts',
]

/** Four kinds of test: pure and quick, with a real database and server, in a real browser, on real processes. */
export default defineConfig({
  test: {
    sequence: { sequencer: ProjectsInTurns },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false, // no file leaves anything behind for the next, and a fresh world for each takes as long as its tests
          ...patient,
          maxWorkers: 2, // by itself one less than there are cores
          include: [
            '{core,contract,web}/src/**/*.test.{ts,tsx}',
            'server/{src,test}/**/*.unit.test.ts',
            'exchange/src/**/*.unit.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'integration',
          isolate: false, // each test has an installation of its own; loading the modules again for each file is a fifth of the time
          ...patient,
          include: ['server/{src,test}/**/*.test.ts', 'exchange/src/**/*.test.ts', 'scripts/*.test.ts'],
          exclude: ['**/*.unit.test.ts', ...LONG, '**/node_modules/**'],
          maxWorkers: 4, // they wait for the database a third of the time
          globalSetup: POSTGRES,
        },
      },
      {
        test: {
          name: 'browser',
          isolate: false,
          ...patient,
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/processes/**', '**/node_modules/**'],
          maxWorkers: E2E_WORKERS,
          globalSetup: INSTALLED,
        },
      },
      {
        test: {
          name: 'processes',
          isolate: false,
          ...patient,
          include: ['e2e/processes/**/*.test.ts'],
          exclude: [...LONG_PROCESSES, '**/node_modules/**'],
          maxWorkers: E2E_WORKERS,
          globalSetup: INSTALLED,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'long',
          ...patient,
          include: LONG,
          ...alone,
          globalSetup: POSTGRES,
          env: { ROTATIONS: '100000' },
        },
      },
      {
        test: { name: 'long-processes', ...patient, include: LONG_PROCESSES, ...alone, globalSetup: INSTALLED },
      },
    ],
  },
})
