import { compete, type Contestant, type Order } from './contestant.ts'

/** Runs one contestant in this process. The arguments are its program and its order; the last line is the result. */
const [, , program = '', order = ''] = process.argv
const { contestant } = (await import(program)) as { contestant: Contestant }
const result = await compete(contestant, JSON.parse(order) as Order)
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
