import { contestant as bareLoop } from './bare-loop.ts'
import { orderOf, type Contestant } from './contestant.ts'

/** The bare loop with the runtime's fetch, like a first implementation. */
export const contestant: Contestant = (order, call) => {
  const { url, headers, bodyFor } = orderOf(order.carrierUrl)
  return bareLoop(order, (to) =>
    call(to, async () => {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: bodyFor(to),
        signal: AbortSignal.timeout(10_000),
      })
      return answer.json()
    }),
  )
}
