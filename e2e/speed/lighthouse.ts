import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '../../scripts/run-command.ts'
import { findBrowser } from '../browser.ts'
import { fetchPackage, type FetchedPackage } from '../fetch-package.ts'

/** The figures of one visit with a simulated mid-range phone on a slow connection. */
export type Visit = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Largest contentful paint (ms). */
  lcp: number
  /** Cumulative layout shift. */
  cls: number
  /** Total blocking time (ms). */
  tbt: number
  scriptBytes: number
  requests: number
}

export const fetchLighthouse = (kept: string | undefined): Promise<FetchedPackage> =>
  fetchPackage('lighthouse', '13.5.0', kept)

/** Visits a page once, as a phone with an empty cache. Throws the tool's output when it fails. */
export async function visit({ folder }: FetchedPackage, url: string): Promise<Visit> {
  const { executablePath, env } = await findBrowser()
  const report = path.join(folder, 'report.json')
  const flags = `--headless ${process.getuid?.() === 0 ? '--no-sandbox' : ''}`.trim()
  const program = path.join(folder, 'node_modules/lighthouse/cli/index.js')
  const options = ['--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${flags}`]
  const { exitCode, output } = await runCommand('node', [program, url, ...options], folder, {
    ...env,
    CHROME_PATH: executablePath,
  })
  if (exitCode !== 0) throw new Error(`lighthouse ended with ${exitCode}:\n${output}`)
  return visitOf(JSON.parse(await readFile(report, 'utf8')) as Report)
}

type Report = {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: NetworkRequest[] } }>
}
type NetworkRequest = { resourceType?: string; transferSize?: number; url?: string }

function visitOf({ categories, audits }: Report): Visit {
  const percent = (name: keyof Report['categories']) => Math.round((categories[name].score ?? 0) * 100)
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const requests = (audits['network-requests']?.details?.items ?? []).filter(({ url }) => url?.startsWith('http'))
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  return {
    performance: percent('performance'),
    accessibility: percent('accessibility'),
    bestPractices: percent('best-practices'),
    seo: percent('seo'),
    lcp: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
    tbt: figure('total-blocking-time'),
    scriptBytes: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    requests: requests.length,
  }
}

/** The median of each figure over several visits. */
export function middleOf(visits: readonly Visit[]): Visit {
  const [first] = visits
  if (first === undefined) throw new Error('no visits')
  const names = Object.keys(first) as (keyof Visit)[]
  const middles = names.map((name) => [name, middle(visits.map((one) => one[name]))])
  return Object.fromEntries(middles) as Visit
}

const middle = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
