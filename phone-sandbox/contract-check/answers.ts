import { handset } from '../src/handset.ts'
import { startWorld } from '../src/testing/carrier-world.ts'
import { ask } from '../src/testing/client.ts'
import type { Contract } from './contract.ts'

/** One whole life of a recorded call and a text; every response on the way is validated against the contract. */
export async function answerFaults(contract: Contract): Promise<string[]> {
  await using world = await startWorld()
  const { sandbox, subscriber } = world
  const faults: string[] = []
  /** `template` is the path as the contract writes it. */
  const check = async (method: 'get' | 'post', template: string, path: string, form?: Record<string, string>) => {
    const answer = await ask(sandbox, method.toUpperCase(), path, form)
    const operation = { path: template, method, status: answer.status }
    const found = contract.faultsOfAnswer(operation, answer.body)
    faults.push(...found.map((fault) => `${method} ${template} ${answer.status}: ${fault}`))
    return answer.body
  }

  const phone = await handset(sandbox.url, '+61491570156')
  const form = { To: phone.number, From: sandbox.phoneNumber, Url: `${subscriber.url}/voice`, Record: 'true' }
  await check('post', '/Calls.json', '/Calls.json', form)
  const call = await phone.expectCall()
  await check('get', '/Calls/{Sid}.json', `/Calls/${call.sid}.json`)
  await call.pickUp()
  const elsewhere = { Url: `${subscriber.url}/voice`, Method: 'POST' }
  await check('post', '/Calls/{Sid}.json', `/Calls/${call.sid}.json`, elsewhere)
  await check('post', '/Calls/{Sid}.json', `/Calls/${call.sid}.json`, { Status: 'completed' })
  await check('get', '/Calls.json', '/Calls.json')
  await check('get', '/Calls/{CallSid}/Recordings.json', `/Calls/${call.sid}/Recordings.json`)
  const { recordings } = (await check('get', '/Recordings.json', '/Recordings.json')) as {
    recordings: { sid: string }[]
  }
  const [recording] = recordings
  await check('get', '/Recordings/{Sid}.json', `/Recordings/${recording?.sid}.json`)
  await check('get', '/Calls/{CallSid}/Recordings/{Sid}.json', `/Calls/${call.sid}/Recordings/${recording?.sid}.json`)

  const text = { To: phone.number, From: sandbox.phoneNumber, Body: 'Your code is 482913' }
  const { sid } = await check('post', '/Messages.json', '/Messages.json', text)
  await phone.expectText()
  await check('get', '/Messages/{Sid}.json', `/Messages/${String(sid)}.json`)
  await check('get', '/Messages.json', '/Messages.json')
  return faults
}
