import { readFileSync, watchFile } from 'node:fs'

// Preloaded into the program: shifts its wall clock by the offset in a file, like setting the machine's clock. It doesn't
// affect the database, the monotonic clock and the carrier.

const file = process.env['CLOCK_OFFSET_FILE']
const LOOK_EVERY_MS = 50

if (file !== undefined && process.argv[1]?.endsWith('scripts/start.ts')) {
  const RightDate = Date
  let offsetMs = 0
  const read = (): void => {
    try {
      offsetMs = Number(readFileSync(file, 'utf8')) || 0
    } catch {
      offsetMs = 0
    }
  }
  read()
  watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, read)
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, given: unknown[]) =>
      Reflect.construct(target, given.length === 0 ? [target.now() + offsetMs] : given) as object,
    get: (target, name) =>
      name === 'now' ? () => target.now() + offsetMs : (Reflect.get(target, name, target) as unknown),
  })
}
