import { CallRequest, unsupportedCallFields } from '../src/rest/call-request.ts'
import { MessageRequest, unsupportedMessageFields } from '../src/rest/message-request.ts'
import { answerFaults } from './answers.ts'
import { bringContract } from './bring.ts'
import { contractOf, type Contract } from './contract.ts'
import { requestFaults } from './requests.ts'

/** The code by which the runner of long checks knows that this machine cannot run the check. */
const CANNOT_RUN = 77

/** Checks the sandbox against the carrier's own contract, in both directions. */
async function main(): Promise<number> {
  const brought = await bringContract()
  if (!brought) {
    say('the contract could not be brought: no network, or no npm')
    return CANNOT_RUN
  }
  await using things = brought
  const contract = contractOf(things)
  const faults = [...fieldFaults(contract), ...(await requestFaults(contract)), ...(await answerFaults(contract))]
  for (const fault of faults) say(fault)
  say(faults.length === 0 ? 'the sandbox keeps the contract' : `${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Known from a later version of the contract than the downloaded one. */
const newerThanContract = new Set(['FallbackFrom'])

/** A field is either obeyed or refused by name: none is unknown to us, none is our invention. */
function fieldFaults(contract: Contract): string[] {
  const forms = [
    { path: '/Calls.json', ours: [...Object.keys(CallRequest.shape), ...unsupportedCallFields] },
    { path: '/Messages.json', ours: [...Object.keys(MessageRequest.shape), ...unsupportedMessageFields] },
  ]
  return forms.flatMap(({ path, ours }) => {
    const theirs = contract.fields(path)
    const unknown = theirs.filter((field) => !ours.includes(field)).map((field) => `${path}: we do not know ${field}`)
    const invented = ours
      .filter((field) => !theirs.includes(field) && !newerThanContract.has(field))
      .map((field) => `${path}: we invented ${field}`)
    return [...unknown, ...invented]
  })
}

process.exitCode = await main()
