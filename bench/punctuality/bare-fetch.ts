import { contestant as bareLoop } from './bare-loop.ts'
import { orderOf, type Contestant } from './contestant.ts'

/** The same loop by the runtime's own fetch, as one would write it first. */
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
