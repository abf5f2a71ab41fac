import { bringContract, judgeOf } from './contract.ts'
import { requestsOfCalls, requestsOfSetup } from './our-requests.ts'

// Whether every request that we send to the carrier, and every answer by which we try them, is as the carrier's own
// documents say: calls, texts, recordings, and what check-setup reads and mends.

/** The code by which the runner of long checks knows that this machine cannot run the check. */
const CANNOT_RUN = 77

await using brought = await bringContract()
if (brought === null) {
  console.log('the contract could not be brought: no network, or no npm')
  process.exit(CANNOT_RUN)
}
const judged = [...(await requestsOfCalls()), ...(await requestsOfSetup())].map(judgeOf(brought))
const faults = new Set(judged.flatMap(({ operation, faults: found }) => found.map((fault) => `${operation}: ${fault}`)))
for (const operation of [...new Set(judged.map((one) => one.operation))].toSorted()) console.log(operation)
for (const fault of faults) console.log(`FAULT ${fault}`)
console.log(faults.size === 0 ? 'all requests keep the contract' : `${faults.size} faults`)
process.exitCode = faults.size === 0 ? 0 : 1
