import { parseArgs as parse } from 'node:util'

const isNumber = (value: unknown) => typeof value === 'string' && /^[0-9]+(\.[0-9]+)?$/.test(value)

/** A wrong option ends the process with one line. An option with a number as its default takes only numbers. */
export const parseArgs: typeof parse = (config) => {
  try {
    const parsed = parse(config)
    const values: Readonly<Record<string, unknown>> = parsed.values
    for (const [name, option] of Object.entries(config?.options ?? {}))
      if (isNumber(option.default) && !isNumber(values[name])) throw new Error(`Option '--${name}' takes a number`)
    return parsed
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(1)
  }
}
