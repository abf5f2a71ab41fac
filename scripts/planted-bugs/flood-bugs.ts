import { attack } from './entry-bugs.ts'
import type { PlantedBug } from './planted-bug.ts'

/** Mistakes that would let strangers fill the disk or take every place; by the number of the check they break. */
export const floodBugs: readonly PlantedBug[] = [
  {
    name: 's55-row-a-made-up-address',
    bug: 'each address that a stranger makes up is counted in a row of its own',
    file: 'server/src/use-cases/guess-guard.ts',
    search: `counted === limit ? address : bucketOf(services.config, address)`,
    replace: `address`,
    caughtBy: attack('strangers', 'S55 /api/auth/login'),
  },
  {
    name: 's55-refused-too-late',
    bug: 'what is over the limit of a network is refused when its captcha is used up',
    file: 'server/src/use-cases/code-limits.ts',
    search: `await limits.look(limit, key)\n    if (!result.allowed)`,
    replace: `await limits.look(limit, key)\n    if (!result)`,
    caughtBy: attack('strangers', 'S55 a network whose codes'),
  },
  {
    name: 's56-place-while-it-waits',
    bug: 'a request holds its place while its body is on its way',
    file: 'server/src/http/overload.ts',
    search: `(request, _reply, _body, done) => {\n    leave(request)`,
    replace: `(_request, _reply, _body, done) => {`,
    caughtBy: attack('overload', 'S56 S51'),
  },
  {
    name: 's56-no-place-for-bodies',
    bug: 'a request whose body has come is worked on without a place',
    file: 'server/src/http/overload.ts',
    search: `enter(request, reply, request.session?.userId ?? null, done))`,
    replace: `done())`,
    caughtBy: attack('overload', 'S49 S56'),
  },
  {
    name: 's56-strangers-take-all',
    bug: 'people who are not signed in may hold every place',
    file: 'server/src/http/overload.ts',
    search: `holder === null ? all / 2 :`,
    replace: `holder === null ? all :`,
    caughtBy: attack('overload', 'S56 strangers who'),
  },
  {
    name: 's56-account-takes-all',
    bug: 'one account may hold every place of those who are signed in',
    file: 'server/src/http/overload.ts',
    search: `all / 2 : ofOnePerson`,
    replace: `all / 2 : all`,
    caughtBy: attack('overload', 'S56 one account'),
  },
  {
    name: 's56-account-unknown-at-the-door',
    bug: 'whoever claims a session holds places without limit until it is looked up',
    file: 'server/src/http/overload.ts',
    search: `enter(request, reply, sessionIdOf(request), done)`,
    replace: `enter(request, reply, sessionIdOf(request) && request.id, done)`,
    caughtBy: attack('overload', 'S56 one account'),
  },
  {
    name: 's57-unsigned-is-read',
    bug: 'the body of a callback without a signature is read',
    file: 'server/src/http/signed-callback.ts',
    search: `if (services.carrier.bearsSignature(request.headers)) return`,
    replace: `if (request.headers) return`,
    caughtBy: attack('callbacks', 'S57 /callbacks/status'),
  },
]
