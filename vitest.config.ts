import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import endWithStarter from './runtime/end-with-starter.cjs'
import { WaitingFirst } from './scripts/test/waiting-first.ts'

endWithStarter()

// Half of the start of each process is compiling. A later run removes the folder (postgres-global-setup.ts).
process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), `reveille-test-${process.pid}-compiled`)

/** A busy machine takes its time: limits are for what hangs. The runner's own, one second for a poll, is soon over. */
const patient = {
  maxWorkers: 3, // for two cores: one file usually waits for a call's second, and more files slow each other down
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

/** As the product runs: Node.js reads our TypeScript by itself, and nothing transforms it first. */
const ownModules = { experimental: { viteModuleRunner: false, nodeLoader: false } }

const alone = { fileParallelism: false, testTimeout: 600_000 }

const INSTALLED = 'e2e/installed-global-setup.ts'
const POSTGRES = 'server/test/harness/database/postgres-global-setup.ts'

/** They need the machine for themselves, or more minutes than a change has: `npm run test:long`. */
const LONG = [
  'core/src/schedules/rotation-oracle.test.ts',
  'server/src/speech/engines/flite-voices.test.ts',
  'server/src/speech/voice-check.test.ts',
  'server/test/security/overload.test.ts',
  'server/test/simulation/scenes.test.ts',
]
const LONG_PROCESSES = [
  'e2e/processes/{attacks,drain,frozen-worker,kill-rounds,power-cuts,refused-starts,second-start,stop-tools,two-carriers}.test.ts',
]

/** Three kinds of test: pure and quick; with a real database and server; in a real browser or on real processes. */
export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false, // no file leaves anything behind for the next, and a fresh world for each takes as long as its tests
          ...patient,
          include: [
            '{core,contract,web}/src/**/*.test.{ts,tsx}',
            'server/{src,test}/**/*.unit.test.ts',
            'exchange/src/**/*.unit.test.ts',
          ],
          execArgv: ['--no-experimental-webstorage'], // newer Node.js has a localStorage that warns when it's looked at
          env: { TZ: 'Pacific/Chatham' }, // a quarter of an hour off every other, so code that depends on the machine's zone fails
        },
      },
      {
        test: {
          name: 'integration',
          isolate: false, // each test has an installation of its own; loading the modules again for each file is a fifth of the time
          ...ownModules,
          ...patient,
          include: ['server/{src,test}/**/*.test.ts', 'exchange/src/**/*.test.ts', 'scripts/*.test.ts'],
          exclude: ['**/*.unit.test.ts', ...LONG, '**/node_modules/**'],
          globalSetup: POSTGRES,
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          ...ownModules,
          ...patient,
          include: ['e2e/**/*.test.ts'],
          exclude: [...LONG_PROCESSES, '**/node_modules/**'],
          globalSetup: INSTALLED,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'long',
          ...ownModules,
          ...patient,
          include: LONG,
          ...alone,
          globalSetup: POSTGRES,
          env: { ROTATIONS: '100000' },
        },
      },
      {
        test: {
          name: 'long-processes',
          ...ownModules,
          ...patient,
          include: LONG_PROCESSES,
          ...alone,
          globalSetup: INSTALLED,
        },
      },
    ],
  },
})
