import { readFileSync, watchFile } from 'node:fs'

// Preloaded into the program: steps its wall clock as a file says, as if somebody set the machine's clock. The database
// beside it and the monotonic clock stay right. Affects the program only, not the carrier that it starts.

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
