import { launchBrowser } from '../browser.ts'
import { runCheck } from '../cannot-run.ts'
import { newPlace, removePlace, startProduct, type Place } from '../processes.ts'
import { newVisitor } from '../web-person.ts'
import { INTERACTION_BAR_MS, missedBars } from './bars.ts'
import { interactions, slowestOf } from './interactions.ts'
import { fetchLighthouse, middleOf, visit, type Visit } from './lighthouse.ts'
import { setUpAccount } from './set-up-account.ts'

const VISITS = 5
const PAGES = ['/', '/login', '/signup', '/help', '/terms', '/privacy']

/** Measures the pages with Lighthouse and the browser's own timings. LIGHTHOUSE is a folder to keep the tool in. */
await runCheck(async () => {
  const faults = await measure()
  process.stdout.write(faults.length === 0 ? 'every bar is met\n' : `${faults.join('\n')}\n`)
  process.exitCode = Math.min(faults.length, 1)
})

async function measure(): Promise<string[]> {
  await using lighthouse = await fetchLighthouse(process.env['LIGHTHOUSE'])
  const place = await newPlace()
  try {
    await using product = await startProduct(place)
    const faults = [...(await visitPages(lighthouse, place)), ...(await pressThings(place))]
    await product.stop()
    return faults
  } finally {
    await removePlace(place)
  }
}

async function visitPages(lighthouse: Parameters<typeof visit>[0], place: Place): Promise<string[]> {
  const faults: string[] = []
  for (const path of PAGES) {
    const visits: Visit[] = []
    for (let time = 0; time < VISITS; time++) visits.push(await visit(lighthouse, `${place.webUrl}${path}`))
    const middle = middleOf(visits)
    process.stdout.write(`${path.padEnd(10)} ${inWords(middle)}\n`)
    faults.push(...missedBars(middle).map((fault) => `${path}: ${fault}`))
  }
  return faults
}

function inWords(visit: Visit): string {
  const { performance, accessibility, bestPractices, seo, lcp, cls, tbt, scriptBytes, requests } = visit
  const scores = [performance, accessibility, bestPractices, seo].join('/')
  const times = `LCP ${Math.round(lcp)} ms, CLS ${cls.toFixed(3)}, TBT ${Math.round(tbt)} ms`
  return `${scores}  ${times}, script ${(scriptBytes / 1000).toFixed(1)} kB, ${requests} requests`
}

async function pressThings(place: Place): Promise<string[]> {
  const faults: string[] = []
  await using browser = await launchBrowser()
  const { page } = await newVisitor(browser, place, { viewport: { width: 390, height: 844 } })
  await setUpAccount(page, place)
  for (const interaction of interactions) {
    const ms = await slowestOf(page, interaction)
    process.stdout.write(`${interaction.says.padEnd(20)} ${ms} ms\n`)
    if (ms >= INTERACTION_BAR_MS) faults.push(`${interaction.says}: ${ms} ms, and must be under ${INTERACTION_BAR_MS}`)
  }
  return faults
}
