import type { Routes } from '../platform/http/routes.ts'
import { earcon } from './audio/earcon.ts'

/** The same notes for everybody and nothing secret about them: whoever fetches them may keep them. */
const CACHE = 'public, max-age=86400'

/** The sounds between the words of a call, fetched by the carrier (WAKE-1). Made once, as the process starts. */
export const soundRoutes: Routes = () => {
  const notes = earcon()
  return (app, _options, done) => {
    app.get('/sounds/earcon.wav', { config: { public: true } }, (_request, reply) =>
      reply.header('cache-control', CACHE).type('audio/wav').send(notes),
    )
    done()
  }
}
