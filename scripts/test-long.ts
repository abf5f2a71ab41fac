import { runCommand, type CommandResult } from './run-command.ts'
import { longChecks, type LongCheck } from './test/long-checks.ts'

const CANNOT_RUN = 77

const outcomes: { name: string; exitCode: number; words: string }[] = []
for (const check of longChecks) {
  console.log(`\n## ${check.name}: ${check.why}`)
  const { exitCode, output } = await run(check)
  console.log(output)
  outcomes.push({ name: check.name, exitCode, words: inWords(exitCode, output) })
}

console.log(`\n${outcomes.length} long checks`)
for (const { name, words } of outcomes) console.log(`- ${name}: ${words}`)
process.exitCode = outcomes.every(({ exitCode }) => exitCode === 0 || exitCode === CANNOT_RUN) ? 0 : 1

/** Skips a check whose program is not installed. */
function run({ command: [program, ...args] }: LongCheck): Promise<CommandResult> {
  return runCommand(program, args).catch((error: unknown) => {
    const output = `${program} cannot be started: ${String(error)}`
    return { exitCode: CANNOT_RUN, stdout: '', output }
  })
}

function inWords(exitCode: number, output: string): string {
  if (exitCode === 0) return 'passed'
  if (exitCode === CANNOT_RUN) return `COULD NOT RUN here: ${output.trim().split('\n').at(-1)}`
  return `FAILED with code ${exitCode}`
}
