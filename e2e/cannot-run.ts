import { inspect } from 'node:util'

/** The exit code by which scripts/test-long.ts recognizes a check that can't run here. */
export const CANNOT_RUN = 77

/** This machine lacks what the check needs, which isn't a failure of the product. */
export class CannotRunError extends Error {
  override name = 'CannotRunError'
}

/** Runs a whole check, prints why it did not finish, and exits accordingly. */
export async function runCheck(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${error instanceof CannotRunError ? error.message : inspect(error)}\n`)
    process.exitCode = error instanceof CannotRunError ? CANNOT_RUN : 1
  }
}
