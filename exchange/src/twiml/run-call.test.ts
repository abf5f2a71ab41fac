import { expect, test } from 'vitest'
import { startWorld, type CarrierWorld } from '../testing/carrier-world.ts'
import { carrierLog, type CallInHand } from '../testing/handset.ts'
import { response } from '../testing/subscriber.ts'

const heardWords = async (call: CallInHand) =>
  (await call.heard()).map((item) => (item.verb === 'Say' ? item.text : item.url))
const errorsOf = async ({ sandbox }: CarrierWorld) =>
  (await carrierLog(sandbox.url)).filter(({ kind }) => kind === 'error').map((entry) => entry['code'])

test('instructions are fetched on answer, not while the call rings', async () => {
  await using world = await startWorld()
  const call = await world.ringing()
  expect(world.subscriber.at('/voice')).toEqual([])
  await call.pickUp()
  expect(world.subscriber.at('/voice')).toMatchObject([{ method: 'POST', parameters: { CallStatus: 'in-progress' } }])
})

test('a Gather collects keys until it has numDigits', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/voice', response('<Gather numDigits="3" action="/keys"/>'))
  const call = await world.ringing()
  await call.pickUp()
  await call.press('12')
  expect(world.subscriber.at('/keys')).toEqual([])
  await call.press('3')
  expect(world.subscriber.at('/keys')[0]?.parameters).toMatchObject({ Digits: '123', FinishedOnKey: '' })
})

test('finishOnKey ends a Gather and is not one of its digits', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/voice', response('<Gather action="/keys" finishOnKey="*"/>'))
  const call = await world.ringing()
  await call.pickUp()
  await call.press('4#*')
  expect(world.subscriber.at('/keys')[0]?.parameters).toMatchObject({ Digits: '4#', FinishedOnKey: '*' })
})

test('a Gather that times out reports the keys pressed so far', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/voice', response('<Gather action="/keys"/>'))
  const call = await world.ringing()
  await call.pickUp()
  await call.press('4')
  await call.sayNothing()
  expect(world.subscriber.at('/keys')[0]?.parameters).toMatchObject({ Digits: '4' })
})

test('a Gather with actionOnEmptyResult reports silence', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/voice', response('<Gather action="/keys" actionOnEmptyResult="true"/>'))
  const call = await world.ringing()
  await call.pickUp()
  await call.sayNothing()
  expect(world.subscriber.at('/keys')[0]?.parameters).toMatchObject({ Digits: '' })
})

test('a Gather without an action requests its document again, and redirects are followed', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/voice', ({ parameters }) =>
    parameters['Digits'] ? response('<Redirect>/keys</Redirect>') : response('<Gather numDigits="1"/>'),
  )
  const call = await world.ringing()
  await call.pickUp()
  await call.press('9')
  expect(world.subscriber.at('/voice')).toHaveLength(2)
  expect(world.subscriber.at('/keys')).toMatchObject([{ method: 'POST' }])
  expect(await heardWords(call)).toEqual(['Good morning'])
})

test('a request can carry its instructions', async () => {
  await using world = await startWorld()
  const call = await world.ringing({ Url: [], Twiml: '<Response><Say>Hello</Say></Response>' })
  await call.pickUp()
  expect(await heardWords(call)).toEqual(['Hello'])
})

test.each([
  ['a document that is not XML', { body: 'oops' }, 12100],
  ['an unknown verb', response('<Dial>+19005550100</Dial>'), 12100],
  ['a response of the wrong type', { contentType: 'application/json', body: '{}' }, 12300],
  ['a server error', { status: 500, body: '' }, 11200],
])('%s ends the call and is logged', async (_case, reply, code) => {
  await using world = await startWorld()
  world.subscriber.answer('/voice', reply)
  const call = await world.ringing()
  await call.pickUp()
  expect(await call.status()).toBe('completed')
  expect(await errorsOf(world)).toEqual([code])
})

test('when the first address fails, the fallback address receives its error', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/voice', { status: 503 })
  world.subscriber.answer('/fallback', response('<Say>Sorry</Say>'))
  const call = await world.ringing({ FallbackUrl: `${world.subscriber.url}/fallback` })
  await call.pickUp()
  expect(await heardWords(call)).toEqual(['Sorry'])
  expect(world.subscriber.at('/fallback')[0]?.parameters).toMatchObject({
    ErrorCode: '11200',
    ErrorUrl: `${world.subscriber.url}/voice`,
  })
})

test('a file that cannot be fetched is logged as an error, and the call continues', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/gone.wav', { status: 404 })
  world.subscriber.answer('/voice', response('<Play>/gone.wav</Play><Say>Still here</Say>'))
  const call = await world.ringing()
  await call.pickUp()
  expect(await heardWords(call)).toEqual(['Still here'])
  expect(await errorsOf(world)).toEqual([11200])
})

test('an action that is not a URL ends the call and is logged', async () => {
  await using world = await startWorld()
  const call = await world.ringing({ Url: [], Twiml: '<Response><Gather numDigits="1" action="/keys"/></Response>' })
  await call.pickUp()
  await call.press('1')
  expect(await call.status()).toBe('completed')
  expect(await errorsOf(world)).toEqual([12100])
})
