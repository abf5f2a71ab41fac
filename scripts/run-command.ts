import { spawn } from 'node:child_process'
import path from 'node:path'

/** `output` is everything that the program printed, `stdout` its standard output only. */
export type CommandResult = { exitCode: number; stdout: string; output: string }

export const repositoryRoot = path.resolve(import.meta.dirname, '..')

/**
 * Runs a program, by default in the repository's root, and collects its output. `env` adds to the environment. Rejects
 * when the program cannot start.
 */
export function runCommand(
  program: string,
  args: readonly string[],
  cwd = repositoryRoot,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const environment = { ...withOwnPrograms(), ...env }
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: environment })
    const printed = { stdout: '', output: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed.stdout += text
      printed.output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed.output += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ exitCode: code ?? 1, ...printed }))
  })
}

/**
 * The paths that git tracks or would add, so that files are checked before they are committed. Leaves out deleted ones.
 */
export async function repositoryFiles(...patterns: string[]): Promise<string[]> {
  const listed = await git('ls-files', '--cached', '--others', '--exclude-standard', ...patterns)
  const deleted = new Set(await git('ls-files', '--deleted', ...patterns))
  return listed.filter((file) => !deleted.has(file))
}

async function git(...args: string[]): Promise<string[]> {
  const { exitCode, stdout, output } = await runCommand('git', args)
  if (exitCode !== 0) throw new Error(`the checks run in a git checkout; git ${args[0]} says: ${output}`)
  return stdout.split('\n').filter((line) => line !== '')
}

/** Adds node_modules/.bin to PATH, so that scripts started without npm use our `node` and checkers too. */
export function withOwnPrograms(): NodeJS.ProcessEnv {
  const own = path.join(repositoryRoot, 'node_modules', '.bin')
  return { ...process.env, PATH: `${own}${path.delimiter}${process.env['PATH'] ?? ''}` }
}
