import { inspect } from 'node:util'
import { launchBrowser } from '../browser.ts'
import { runCheck } from '../cannot-run.ts'
import { watchPages } from '../page-watch.ts'
import { newPlace, removePlace, startProduct, type Place } from '../processes.ts'
import { signUp } from '../web-person.ts'
import { PROJECT, startAuthEmulator, type AuthEmulator } from './auth-emulator.ts'
import { firebaseTools } from './firebase-tools.ts'
import { promises } from './promises.ts'

/** Refusals by the provider and our server (400), and a request unknown to the emulator (501). */
const EXPECTED = [/responded with a status of (400|501)/]

const start = performance.now()

/**
 * Tests phone verification by Firebase against its official emulator, in a real browser. FIREBASE_TOOLS is a folder to
 * keep the installed tools in.
 */
await runCheck(run)

function say(words: string): void {
  process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${words}\n`)
}

async function run(): Promise<void> {
  await using tools = await firebaseTools(process.env['FIREBASE_TOOLS'])
  say('the tools are installed')
  await using emulator = await startAuthEmulator(tools)
  say('the emulator is ready')
  const place = await newPlace({
    FIREBASE_API_KEY: 'public-key',
    FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  })
  try {
    await using product = await startProduct(place)
    const failed = await holdPromises(place, emulator)
    await product.stop()
    say(`${promises.length - failed} of ${promises.length} promises held`)
    process.exitCode = Math.min(failed, 1)
  } finally {
    await removePlace(place)
  }
}

async function holdPromises(place: Place, emulator: AuthEmulator): Promise<number> {
  await using browser = await launchBrowser()
  const context = await browser.newContext({ baseURL: place.webUrl, timezoneId: 'Australia/Sydney' })
  const watch = await watchPages(context, { origins: [place.webUrl, `http://${emulator.host}`], expected: EXPECTED })
  const page = await context.newPage()
  await signUp(page, place, 'firebase@example.com')
  let failed = 0
  for (const { says, check } of promises) {
    const before = watch.faults().length
    const fault = await check({ page, emulator }).then(
      () => watch.faults().slice(before).join('\n'),
      (error: unknown) => inspect(error),
    )
    say(`${fault === '' ? 'ok     ' : 'FAILED '} ${says}`)
    if (fault !== '') process.stdout.write(`${fault}\n`)
    failed += fault === '' ? 0 : 1
  }
  return failed
}
