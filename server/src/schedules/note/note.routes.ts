import { ApiError, Done } from '@reveille/contract/api-error'
import { NewNote } from '@reveille/contract/schedules'
import { refuse, type Refusal } from '../../platform/http/errors.ts'
import { ById } from '../../platform/http/params.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { saveRefusals, skipRefusals } from '../refusals.http.ts'
import { writeNote, type NoteOutcome } from './write-note.ts'

/** The note of a schedule's next call (WAKE-26). */
export const noteRoutes: Routes = (services) => (app, _options, done) => {
  app.put(
    '/api/schedule/:id/note',
    { schema: { params: ById, body: NewNote, response: { 200: Done, '4xx': ApiError } } },
    async ({ userId, params, body }, reply) => {
      const outcome = await writeNote(services, userId, params.id, { at: Date.parse(body.at), text: body.text })
      if (outcome === 'written') return { message: 'Note saved' }
      if (outcome === 'removed') return { message: 'Note removed' }
      return refuse(reply, refusals[outcome])
    },
  )
  done()
}

const refusals: Record<Exclude<NoteOutcome, 'written' | 'removed'>, Refusal> = {
  'not-found': saveRefusals['not-found'],
  over: saveRefusals.over,
  'not-the-next': skipRefusals['not-the-next'],
}
