import { fetchContract, judgeOf } from './contract.ts'
import { requestsOfCalls, requestsOfSetup } from './our-requests.ts'

// Checks all our requests to the carrier, and the fake responses that we test with, against the carrier's own OpenAPI
// documents: calls, texts, recordings, and what check-setup reads and fixes.

/** Tells the runner of long checks that this machine can't run the check. */
const CANNOT_RUN = 77

await using contract = await fetchContract()
if (contract === null) {
  console.log('the contract could not be downloaded: no network, or no npm')
  process.exit(CANNOT_RUN)
}
const judged = [...(await requestsOfCalls()), ...(await requestsOfSetup())].map(judgeOf(contract))
const faults = new Set(judged.flatMap(({ operation, faults: found }) => found.map((fault) => `${operation}: ${fault}`)))
for (const operation of [...new Set(judged.map((one) => one.operation))].toSorted()) console.log(operation)
for (const fault of faults) console.log(`FAULT ${fault}`)
console.log(faults.size === 0 ? 'all requests conform to the contract' : `${faults.size} faults`)
process.exitCode = faults.size === 0 ? 0 : 1
