import { refusalIn, type Carrier } from '../carrier.ts'

/** What the carrier says to a refused account or key, of anything that we ask for. */
const NOT_US = new Set([401, 403])

/** This carrier, which calls `tell` whenever it refuses us and not the number that we ask about. */
export function tellRefusals(carrier: Carrier, tell: () => void): Carrier {
  async function watched<T extends object | null>(asked: Promise<T>): Promise<T> {
    try {
      const answer = await asked
      if (answer !== null && isOurFault(answer)) tell()
      return answer
    } catch (error) {
      if (NOT_US.has(refusalIn(error)?.status ?? 0)) tell()
      throw error
    }
  }
  const { verification } = carrier
  return {
    ...carrier,
    placeCall: (call) => watched(carrier.placeCall(call)),
    fetchCall: (id) => watched(carrier.fetchCall(id)),
    recentCalls: (to, formerly) => watched(carrier.recentCalls(to, formerly)),
    callsSince: (since, formerly) => watched(carrier.callsSince(since, formerly)),
    sendText: (text) => watched(carrier.sendText(text)),
    verification: verification && { ...verification, send: (code) => watched(verification.send(code)) },
  }
}

function isOurFault(answer: object): boolean {
  return 'misconfigured' in answer || ('reason' in answer && /^(held-account|not-set-up)$/.test(String(answer.reason)))
}
