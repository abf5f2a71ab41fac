import * as z from 'zod/mini'
import { ApiError } from '@reveille/contract/api-error'
import { CallHistory, CallHistoryPage, CallWithTimeline, SampleStarted } from '@reveille/contract/calls'
import { IdText } from '@reveille/contract/instant'
import { inOrder, timelineText } from '@reveille/core/call-timeline'
import { listCallEvents, listHistory } from '../db/history.ts'
import { startSampleCall, type SampleOutcome } from '../use-cases/start-sample-call.ts'
import { refuse } from './errors.ts'
import type { Routes } from './routes.ts'
import { toCall } from './call-answer.ts'
import { iso, localMoment } from './local-moment.ts'
import { notFound } from './schedule-refusals.ts'

const ById = z.object({ id: IdText })

export const callRoutes: Routes = (services) => (app, _options, done) => {
  app.get(
    '/api/call/history',
    { schema: { querystring: CallHistoryPage, response: { 200: CallHistory } } },
    async ({ userId, query }, reply) => {
      void reply.header('cache-control', 'no-store')
      const now = services.clock.now()
      return (await listHistory(services.db, { userId, ...query })).map((row) => toCall(row, now))
    },
  )

  app.get(
    '/api/call/:id',
    { schema: { params: ById, response: { 200: CallWithTimeline, '4xx': ApiError } } },
    async ({ userId, params }, reply) => {
      const [row] = await listHistory(services.db, { userId, onlyId: params.id })
      if (row === undefined) return reply.code(404).send(notFound)
      const now = services.clock.now()
      const events = inOrder(await listCallEvents(services.db, row.id))
      const timeline = [
        { at: row.due_at.getTime(), what: 'Due' },
        ...events.map(({ at, kind, detail }) => ({ at, what: timelineText(kind, detail) })),
      ]
      return {
        call: toCall(row, now),
        timeline: timeline.map(({ at, what }) => ({
          at: iso(at),
          atLocal: localMoment(at, row.timezone, now),
          what,
        })),
      }
    },
  )

  app.post(
    '/api/call/sample',
    { schema: { response: { 200: SampleStarted, '4xx': ApiError } } },
    async ({ userId }, reply) => {
      const started = await startSampleCall(services, userId)
      if (started.outcome === 'started') {
        return { message: 'A sample wakeup call will be sent to your phone shortly.', callId: started.callId }
      }
      if (started.outcome === 'too-many' || started.outcome === 'held-back') {
        const { outcome, retryAfterS } = started
        const why =
          outcome === 'too-many'
            ? `You have used your ${services.config.samplesPerDay} sample calls for today.`
            : 'There were very many sample calls to this number, or to numbers like it.'
        return refuse(reply, {
          status: 429,
          message: `${why} The next one is possible ${inWords(retryAfterS)}.`,
          retryAfterSeconds: retryAfterS,
        })
      }
      const { status, ...error } = refusals[started.outcome]
      return reply.code(status).send(error)
    },
  )

  done()
}

const refusals = {
  'phone-not-verified': {
    status: 403,
    phoneVerificationRequired: true,
    message: 'Please verify your phone number to receive calls.',
  },
  'not-personalised': {
    status: 403,
    personalizationRequired: true,
    message: 'Please set up your preferences before trying a sample call.',
  },
  'opted-out': {
    status: 403,
    message: 'You stopped all calls by pressing 0 twice. Resume a schedule to turn them on again.',
  },
  'under-way': { status: 429, message: 'A sample call is already on its way to your phone.' },
} satisfies Record<
  Exclude<SampleOutcome['outcome'], 'started' | 'too-many' | 'held-back'>,
  ApiError & { status: number }
>

function inWords(seconds: number): string {
  const hours = Math.ceil(seconds / 3600)
  return hours <= 1 ? 'within the hour' : `in ${hours} hours`
}
