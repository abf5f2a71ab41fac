import assert from 'node:assert/strict'
import { configureCarrier } from '../src/handset.ts'
import type { Bench } from './bench.ts'

type Promised = { says: string; check: (bench: Bench) => Promise<void> }

const EVENTS = ['initiated', 'ringing', 'answered', 'completed']

function newCall({ sandbox, subscriber, phone }: Bench, more: object = {}) {
  return {
    to: phone.number,
    from: sandbox.phoneNumber,
    url: `${subscriber.url}/voice`,
    statusCallback: `${subscriber.url}/status#rc=2&rp=5xx,ct,rt`,
    statusCallbackEvent: EVENTS,
    timeout: 30,
    timeLimit: 180,
    ...more,
  }
}

/** Refused with the carrier's own code, as the library reads it. */
const refusedWith = (code: number, status: number) => (error: unknown) => {
  const { code: gotCode, status: gotStatus } = error as { code?: number; status?: number }
  assert.deepEqual([gotCode, gotStatus], [code, status])
  return true
}

export const promises: Promised[] = [
  {
    says: 'a call is created, rings, is answered with a key and ends with its times',
    async check(bench) {
      const { client, subscriber, phone } = bench
      const created = await client.calls.create(newCall(bench))
      assert.match(created.sid, /^CA[0-9a-f]{32}$/)
      assert.equal(created.status, 'queued')
      assert.ok(Math.abs(created.dateCreated.getTime() - Date.now()) < 5_000)
      const call = await phone.expectCall()
      await call.pickUp()
      assert.equal((await client.calls(created.sid).fetch()).status, 'in-progress')
      await call.press('1', { afterSeconds: 4 })
      const ended = await client.calls(created.sid).fetch()
      assert.equal(ended.status, 'completed')
      assert.ok(Number(ended.duration) >= 4)
      assert.ok(ended.endTime.getTime() - ended.startTime.getTime() >= 4_000)
      assert.deepEqual(
        subscriber.at('/status').map(({ parameters }) => parameters['CallStatus']),
        ['initiated', 'ringing', 'in-progress', 'completed'],
      )
      assert.equal(subscriber.at('/key')[0]?.parameters['Digits'], '1')
    },
  },
  {
    says: 'a machine that answers is told apart, later and by a callback of its own',
    async check(bench) {
      const { client, subscriber, phone } = bench
      const detection = { machineDetection: 'Enable', asyncAmd: 'true' }
      const callback = { asyncAmdStatusCallback: `${subscriber.url}/machine`, asyncAmdStatusCallbackMethod: 'POST' }
      const { sid } = await client.calls.create(newCall(bench, { ...detection, ...callback }))
      await (await phone.expectCall()).voicemail()
      assert.match(subscriber.at('/machine')[0]?.parameters['AnsweredBy'] ?? '', /^machine_/)
      assert.match((await client.calls(sid).fetch()).answeredBy ?? '', /^machine_/)
    },
  },
  {
    says: 'a call that waits for a key is redirected, and goes on elsewhere',
    async check(bench) {
      const { client, subscriber, phone } = bench
      const { sid } = await client.calls.create(newCall(bench))
      const call = await phone.expectCall()
      await call.pickUp()
      const before = (await call.heard()).length
      await client.calls(sid).update({ url: `${subscriber.url}/voice?again=1`, method: 'POST' })
      await call.press('1')
      assert.equal(subscriber.at('/voice').length, 2)
      assert.ok((await call.heard()).length > before)
    },
  },
  {
    says: 'calls are listed newest first, by number and state, and page by page',
    async check(bench) {
      const { client, phone } = bench
      const sids: string[] = []
      for (let i = 0; i < 5; i++) {
        sids.unshift((await client.calls.create(newCall(bench))).sid)
        await (await phone.expectCall()).busy()
      }
      const to = phone.number
      const found = async (filter: object) => (await client.calls.list(filter)).map(({ sid }) => sid)
      assert.deepEqual(await found({ to, from: bench.sandbox.phoneNumber }), sids)
      assert.deepEqual(await found({ to, pageSize: 2 }), sids)
      assert.deepEqual(await found({ to, limit: 3 }), sids.slice(0, 3))
      assert.deepEqual(await found({ to, status: 'busy' }), sids)
      assert.deepEqual(await found({ to, status: 'completed' }), [])
      assert.deepEqual(await found({ to: '+491555550199' }), [])
      assert.deepEqual(await found({ startTimeAfter: new Date(Date.now() + 3_600_000) }), [])
    },
  },
  {
    says: 'a ringing call is cancelled, an answered one ended, and one that is over left alone',
    async check(bench) {
      const { client, phone } = bench
      const ringing = await client.calls.create(newCall(bench))
      await phone.expectCall()
      assert.equal((await client.calls(ringing.sid).update({ status: 'canceled' })).status, 'canceled')
      const answered = await client.calls.create(newCall(bench))
      await (await phone.expectCall()).pickUp()
      assert.equal((await client.calls(answered.sid).update({ status: 'completed' })).status, 'completed')
      await assert.rejects(client.calls(answered.sid).update({ status: 'completed' }), refusedWith(21220, 400))
      assert.equal(await client.calls(answered.sid).remove(), true)
      await assert.rejects(client.calls(answered.sid).fetch(), refusedWith(20404, 404))
    },
  },
  {
    says: 'wrong requests are refused with the codes of the carrier',
    async check(bench) {
      const { client, stranger } = bench
      await assert.rejects(client.calls.create(newCall(bench, { to: 'banana' })), refusedWith(21211, 400))
      await assert.rejects(client.calls.create(newCall(bench, { from: '+491555550111' })), refusedWith(21210, 400))
      await assert.rejects(client.calls.create(newCall(bench, { url: undefined })), refusedWith(21205, 400))
      await assert.rejects(stranger.calls.create(newCall(bench)), refusedWith(20003, 401))
      await assert.rejects(client.calls('CA00000000000000000000000000000000').fetch(), refusedWith(20404, 404))
    },
  },
  {
    says: 'a text is sent, told of, listed and fetched; STOP refuses the next',
    async check({ client, sandbox, subscriber, phone }) {
      const text = { to: phone.number, from: sandbox.phoneNumber, body: 'Code 123456 🌅' }
      const created = await client.messages.create({ ...text, statusCallback: `${subscriber.url}/text-status` })
      assert.match(created.sid, /^SM[0-9a-f]{32}$/)
      assert.equal((await phone.expectText()).body, text.body)
      const fetched = await client.messages(created.sid).fetch()
      assert.deepEqual([fetched.body, fetched.direction], [text.body, 'outbound-api'])
      assert.deepEqual(
        (await client.messages.list({ to: phone.number })).map(({ sid }) => sid),
        [created.sid],
      )
      await configureCarrier(sandbox.url, { inboundUrl: `${subscriber.url}/text` })
      await phone.text('STOP')
      assert.equal(subscriber.at('/text')[0]?.parameters['Body'], 'STOP')
      await assert.rejects(client.messages.create(text), refusedWith(21610, 400))
      await phone.text('START')
      await client.messages.create(text)
    },
  },
  {
    says: 'a recorded call leaves a recording that is told of, listed, fetched and deleted',
    async check(bench) {
      const { client, subscriber, phone } = bench
      const { sid } = await client.calls.create(
        newCall(bench, { record: true, recordingStatusCallback: `${subscriber.url}/recording` }),
      )
      const call = await phone.expectCall()
      await call.pickUp()
      await call.press('1', { afterSeconds: 5 })
      const told = subscriber.at('/recording').at(-1)?.parameters
      assert.equal(told?.['RecordingStatus'], 'completed')
      const [recording, ...others] = await client.recordings.list({ callSid: sid })
      assert.ok(recording && others.length === 0)
      assert.equal(recording.sid, told['RecordingSid'])
      assert.ok(Number(recording.duration) >= 4)
      assert.equal((await client.recordings(recording.sid).fetch()).callSid, sid)
      assert.equal(await client.recordings(recording.sid).remove(), true)
      await assert.rejects(client.recordings(recording.sid).fetch(), refusedWith(20404, 404))
    },
  },
]
