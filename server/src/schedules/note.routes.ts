import { refuse, type Refusal } from '../platform/http/errors.ts'
import { changedElsewhere } from '../platform/http/if-match.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import { saveRefusals, skipRefusals } from './refusals.http.ts'
import { writeNote, type NoteOutcome } from './write-note.ts'

export const noteRoutes: Routes = (app, services) => {
  serve(app, 'writeNote', { ifMatch: true }, async ({ userId, params, body, headers }, reply) => {
    const wanted = { at: Date.parse(body.at), text: body.text, expected: headers['if-match'] }
    const note = await writeNote(services, userId, params.id, wanted)
    if (note.outcome === 'written') return { message: 'Note saved', version: note.version }
    if (note.outcome === 'removed') return { message: 'Note removed', version: note.version }
    return refuse(reply, refusals[note.outcome])
  })
}

const refusals: Record<Exclude<NoteOutcome['outcome'], 'written' | 'removed'>, Refusal> = {
  'not-found': saveRefusals['not-found'],
  over: saveRefusals.over,
  'changed-elsewhere': changedElsewhere,
  'not-the-next': skipRefusals['not-the-next'],
}
