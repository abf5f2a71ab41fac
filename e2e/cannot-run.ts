import { inspect } from 'node:util'

/** The exit code that tells scripts/test-long.ts so. */
export const CANNOT_RUN = 77

/** This machine lacks what the check needs: reported plainly, and no failure of the product. */
export class CannotRunError extends Error {
  override name = 'CannotRunError'
}

/** Runs a whole check, prints why it did not finish, and exits accordingly. */
export async function runOrSay(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${error instanceof CannotRunError ? error.message : inspect(error)}\n`)
    process.exitCode = error instanceof CannotRunError ? CANNOT_RUN : 1
  }
}
