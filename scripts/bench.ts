import { readFile, rm } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { median } from '../bench/punctuality/lateness.ts'
import { runCommand, repositoryRoot } from './run-command.ts'

// npm run bench: what a sleeper can feel, against its goals, in about a quarter of an hour. Prints each benchmark's own
// table, then one of all figures: the median of the rounds and each round. Close other programs first.

/** Without a goal it's the limit of the figure above: what a bare program needs. */
type Figure = { what: string; figures: number[]; goal?: string; isMet?: (middle: number) => boolean }

/** A benchmark, and how to read the file that it leaves in bench/results. */
type Bench = { command: string[]; result: string; figures(found: never): Figure[] }

type Herd = { results: { contestant: string; round: number; p99: number; last: number }[] }

const atMost = (most: number) => (middle: number) => middle <= most
const atLeast = (least: number) => (middle: number) => middle >= least

/** The last request of each round, as a multiple of the bare loop's. */
function lastOf({ results }: Herd): number[] {
  const last = (contestant: string) => results.filter((one) => one.contestant === contestant).map((one) => one.last)
  const bare = last('bare loop')
  return last('reveille').map((ms, round) => ms / bare[round]!)
}

function herd(what: string, most: number, ...more: string[]): Bench {
  const suffix = more.map((word) => (word.startsWith('--') ? word.slice(2) : '')).filter(Boolean)
  return {
    command: ['bench/herd.ts', '--calls', '20000', '--rounds', '5', '--only', 'reveille,bare loop', ...more],
    result: ['calls-at-once-20000-request', ...suffix].join('-'),
    figures: (found: Herd) => [
      {
        what: `last of 20,000 calls ${what}, times the bare loop`,
        goal: `≤ ${most}`,
        figures: lastOf(found),
        isMet: atMost(most),
      },
    ],
  }
}

const BENCHES: Bench[] = [
  herd('on a quiet machine', 1.2),
  herd('beside two busy processes', 1.3, '--beside', '2'),
  herd('while speech is made', 1.4, '--speaks'),
  {
    command: [
      'bench/herd.ts',
      '--calls',
      '20000',
      '--rounds',
      '5',
      '--only',
      'reveille,bare marks',
      '--mode',
      'release',
    ],
    result: 'calls-at-once-20000-release',
    figures({ results }: Herd) {
      const of = (contestant: string) => results.filter((one) => one.contestant === contestant).map(({ p99 }) => p99)
      return [
        {
          what: '20,000 calls handed out and not sent, p99 ms',
          goal: '≤ 60',
          figures: of('reveille'),
          isMet: atMost(60),
        },
        { what: 'the same by a bare program that marks them, ms', figures: of('bare marks') },
      ]
    },
  },
  {
    command: ['bench/callbacks.ts', '--rounds', '5'],
    result: 'callbacks',
    figures({ found }: { found: { receiver: string; steadily: { p99: number } }[] }) {
      const of = (receiver: string) => found.filter((one) => one.receiver === receiver).map((one) => one.steadily.p99)
      const [ours, bare] = [of('reveille'), of('bare')]
      const ratios = ours.map((ms, round) => ms / bare[round]!)
      return [
        { what: 'callbacks at 1,000 a second, p99 ms', goal: '≤ 30', figures: ours, isMet: atMost(30) },
        { what: 'the same, times the bare handler', goal: '≤ 2', figures: ratios, isMet: atMost(2) },
      ]
    },
  },
  {
    command: ['bench/first-word.ts', '--rounds', '5'],
    result: 'first-word',
    figures: ({ table }: { table: { what: string; 'p99, each round': string; 'bare p99, each round': string }[] }) =>
      table.flatMap((one) => {
        const [ours, bare] = [one['p99, each round'], one['bare p99, each round']].map((p99) =>
          p99.split(' ').map(Number),
        )
        return [
          { what: `${one.what}, 200 at once, p99 ms`, goal: '≤ 150', figures: ours!, isMet: atMost(150) },
          { what: 'the same by a bare program, ms', figures: bare! },
        ]
      }),
  },
  {
    command: ['bench/api-requests.ts', '--rounds', '5', '--ms', '1000'],
    result: 'api-requests',
    figures(found: Record<'bare' | 'duties', Record<string, number[]>>) {
      const slowest = (to: Record<string, number[]>) =>
        Object.entries(to).toSorted(([, a], [, b]) => median(a) - median(b))[0]!
      const against = ([route, figures]: [string, number[]], bare: string) => ({
        what: `slowest request (${route}), times ${bare}`,
        goal: '≥ 0.95',
        figures,
        isMet: atLeast(0.95),
      })
      return [
        against(slowest(found.bare), 'a bare Fastify'),
        against(slowest(found.duties), 'one with the same duties'),
      ]
    },
  },
  {
    command: ['e2e/speed/main.ts', '--fresh'],
    result: 'pages',
    figures: ({
      pages,
      presses,
    }: {
      pages: Record<string, { performance: number }[]>
      presses: Record<string, number>
    }) => [
      {
        what: 'landing page of a fresh installation, Lighthouse',
        goal: '≥ 95',
        figures: pages['/']!.map(({ performance }) => performance),
        isMet: atLeast(95),
      },
      {
        what: 'a save on the schedule form, ms to the next frame, slowed down four times',
        goal: '≤ 50',
        figures: [presses['save a schedule'] ?? Number.NaN],
        isMet: atMost(50),
      },
    ],
  },
]

const rows: Record<string, string>[] = []
for (const { command, result, figures } of BENCHES) {
  const file = path.join(repositoryRoot, `bench/results/${result}.json`)
  await rm(file, { force: true })
  const { exitCode, output } = await runCommand('node', command)
  console.log(`\nnode ${command.join(' ')}\n${output}`)
  if (exitCode !== 0) console.log(`ended with ${exitCode}`)
  const found = await readFile(file, 'utf8').catch(() => null)
  if (found === null) process.exitCode = 1
  else rows.push(...figures(JSON.parse(found) as never).map(row))
}
console.log(`${availableParallelism()} cores, node ${process.version}, load ${loadavg()[0]!.toFixed(1)} at the end`)
console.table(rows)

function row({ what, goal = '', figures, isMet }: Figure): Record<string, string> {
  const middle = median(figures)
  const short = (figure: number) => String(Number(figure.toFixed(2)))
  return {
    what,
    goal,
    median: short(middle),
    rounds: figures.map(short).join(' '),
    met: isMet === undefined ? '' : isMet(middle) ? 'yes' : 'no',
  }
}
