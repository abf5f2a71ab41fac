import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from '../../scripts/parse-args.ts'
import { launchBrowser } from '../browser.ts'
import { runCheck } from '../cannot-run.ts'
import { newPlace, removePlace, startProduct, type Place } from '../processes.ts'
import { newVisitor } from '../web-person.ts'
import { INTERACTION_BAR_MS, missedBars } from './bars.ts'
import { interactions, slowestOf } from './interactions.ts'
import { fetchLighthouse, middleOf, visit, type Visit } from './lighthouse.ts'
import { setUpAccount } from './set-up-account.ts'

const VISITS = 5
const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } })
const PAGES = values.fresh ? ['/'] : ['/', '/login', '/signup', '/help', '/terms', '/privacy']
const found: { pages: Record<string, Visit[]>; presses: Record<string, number> } = { pages: {}, presses: {} }

/**
 * Measures the pages with Lighthouse and the browser's own timings. LIGHTHOUSE is a folder to keep the tool in. With
 * `--fresh`: only the landing page, of an installation that has just started and speaks ahead.
 */
await runCheck(async () => {
  const faults = await measure()
  process.stdout.write(faults.length === 0 ? 'every bar is met\n' : `${faults.join('\n')}\n`)
  process.exitCode = Math.min(faults.length, 1)
  const file = path.join(import.meta.dirname, '../../bench/results/pages.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(found))
})

async function measure(): Promise<string[]> {
  await using lighthouse = await fetchLighthouse(process.env['LIGHTHOUSE'])
  const place = await newPlace(values.fresh ? { SPEECH_AHEAD: 'on' } : {})
  if (values.fresh) await rm(place.dataDir, { recursive: true }) // the clips that tests share
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
  for (const page of PAGES) {
    const visits: Visit[] = []
    for (let time = 0; time < VISITS; time++) visits.push(await visit(lighthouse, `${place.webUrl}${page}`))
    const middle = middleOf(visits)
    found.pages[page] = visits
    process.stdout.write(`${page.padEnd(10)} ${inWords(middle)}\n`)
    faults.push(...missedBars(middle).map((fault) => `${page}: ${fault}`))
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
    found.presses[interaction.says] = ms
    process.stdout.write(`${interaction.says.padEnd(20)} ${ms} ms\n`)
    if (ms >= INTERACTION_BAR_MS) faults.push(`${interaction.says}: ${ms} ms, and must be under ${INTERACTION_BAR_MS}`)
  }
  return faults
}
