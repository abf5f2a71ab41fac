import { parseArgs as parse } from 'node:util'

/** A wrong option ends the process with one line. */
export const parseArgs: typeof parse = (config) => {
  try {
    return parse(config)
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(1)
  }
}
