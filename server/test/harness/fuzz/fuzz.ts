import { SeededRandom } from '../../simulation/seeded-random.ts'
import { hostileRequest, operationsOf, type ApiDocument, type HostileRequest } from './hostile-requests.ts'
import { requestSender, type Answered } from './send-request.ts'

export type FuzzTarget = {
  url: string
  /** Signs somebody in again and returns their cookie, since fuzzed requests may sign people out. */
  signIn: () => Promise<string>
  /** Words of a person who sends no requests: no response may contain them. */
  canaries: readonly string[]
}

export type FuzzReport = { requests: number; statuses: Record<string, number>; faults: string[] }

const AT_ONCE = 24
const SIGN_IN_EVERY = 400
const MOST_FAULTS = 20
/** Signs that a response reveals internals. */
const TELLS =
  /\bat [^\n]{1,200}:\d+:\d+|node_modules|\.ts:\d+|(select|insert into|update) "|violates|syntax error at|ECONN|ENOENT/i

/**
 * Sends requests that our pages never send, as visitor and signed in, at most 24 at once and some repeatedly.
 * Deterministic by seed. Faults: a 5xx response, internals or somebody else's data in a response, missing headers, or
 * no response.
 */
export async function fuzz(
  target: FuzzTarget,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzReport> {
  const random = new SeededRandom(seed)
  const operations = operationsOf((await (await fetch(`${target.url}/api/openapi.json`)).json()) as ApiDocument)
  const sender = requestSender(target.url)
  const report: FuzzReport = { requests: 0, statuses: {}, faults: [] }
  let cookies: string[] = []

  async function sendOne(request: HostileRequest): Promise<void> {
    const faults = await sender.send(request).then(
      (answered) => {
        const status = answered?.status ?? 'cut off'
        report.statuses[status] = (report.statuses[status] ?? 0) + 1
        return answered === null ? [] : faultsOf(answered, target.canaries)
      },
      (error: unknown) => [`no answer: ${String(error)}`],
    )
    for (const fault of faults) report.faults.push(`${fault}: ${JSON.stringify(request).slice(0, 600)}`)
  }

  while (report.requests < requests && report.faults.length < MOST_FAULTS) {
    if (report.requests % SIGN_IN_EVERY < AT_ONCE) cookies = [await target.signIn(), await target.signIn()]
    const batch: HostileRequest[] = []
    while (batch.length < AT_ONCE) {
      const cookie = random.chance(0.75) ? random.pick(cookies) : null
      const request = hostileRequest(operations, { origin: target.url, cookie }, random)
      for (let copies = random.chance(0.05) ? 5 : 1; copies > 0; copies--) batch.push(request)
    }
    report.requests += batch.length
    await Promise.all(batch.map(sendOne))
  }
  sender.close()
  return report
}

function faultsOf({ status, headers, text }: Answered, canaries: readonly string[]): string[] {
  const told = TELLS.exec(text)?.[0]
  return [
    // A busy machine may ask a client to come back later.
    ...(status >= 500 && !(status === 503 && headers['retry-after'] !== undefined) ? [`answered ${status}`] : []),
    ...(told === undefined ? [] : [`tells '${told}'`]),
    ...canaries.filter((canary) => text.includes(canary)).map((canary) => `shows '${canary}'`),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : [`${status} without its headers`]),
  ]
}
