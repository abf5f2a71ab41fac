// Who may import whom. scripts/check-boundaries.ts runs this, and proves by a wrong fixture that every rule bites.

const ours = '^(core|contract|server|web|phone-sandbox|e2e|bench|scripts)/'
const tests = '[.]test[.]tsx?$'
const testing = '^server/src/(testing|simulation|faults|security)/'
const packages = 'node_modules/'
// How any part of the server says that it cannot start.
const startRefused = '^server/src/start-refused[.]ts$'

/** Files of `folder` may import, of ours, nothing but what is listed. Tests have their own rules below. */
const folder = (name, from, may, why) => ({
  name,
  severity: 'error',
  comment: why,
  from: { path: from, pathNot: [tests, testing] },
  to: { path: ours, pathNot: [from, packages, ...(from.startsWith('^server/') ? [startRefused] : []), ...may] },
})

const never = (name, why, from, to) => ({ name, severity: 'error', comment: why, from, to })

const core = '^core/src/'
const contract = '^contract/src/'
const ports = '^server/src/ports/'
const db = '^server/src/db/'
const config = '^server/src/config[./]'
const useCases = '^server/src/use-cases/'
const adapters = '^server/src/adapters/'

module.exports = {
  forbidden: [
    folder('core-is-pure', core, [], 'core is rules: nothing of ours lies below it'),
    folder('contract-knows-core', contract, [core], 'what crosses the wire is said in the words of core'),
    folder('web-knows-contract', '^web/', [contract, core], 'the browser speaks to the server through the contract'),
    folder(
      'ports-are-types',
      ports,
      [core, db, config],
      'a port is said in our words, not in those of a vendor or a verb',
    ),
    folder(
      'adapters-know-ports',
      adapters,
      [ports, core, db],
      'an adapter holds vendor words; services hands it the rest',
    ),
    folder(
      'use-cases-know-no-vendor',
      useCases,
      [core, ports, db, config, contract],
      'rules and verbs outlive vendors and the wire',
    ),
    folder('db-knows-core', db, [core, config], 'SQL stores what core decides'),
    folder(
      'clockwork-calls-use-cases',
      '^server/src/clockwork/',
      [useCases, contract, core, ports, db, config, '^server/src/dispatch/'],
      'a loop reads the clock and calls a use case; the dispatcher is one of the loops of a worker',
    ),
    ...['http', 'jobs', 'dispatch'].map((door) =>
      folder(
        `${door}-calls-use-cases`,
        `^server/src/${door}/`,
        [useCases, contract, core, ports, db, config],
        'a door parses, calls a use case and answers; doors do not know each other',
      ),
    ),
    folder(
      'config-reads-settings',
      config,
      ['^server/src/[^/]+[.]ts$', core],
      'settings are read before anything else exists',
    ),
    folder(
      'server-stays-on-the-server',
      '^server/',
      [contract, core],
      'the server knows neither web, sandbox nor tests',
    ),
    folder('sandbox-is-another-company', '^phone-sandbox/', [], 'the sandbox imports nothing of ours'),

    never(
      'ports-take-only-types',
      'a port may name a transaction or a setting, not use one',
      { path: ports },
      { path: [db, config], dependencyTypesNot: ['type-only'] },
    ),
    never(
      'adapters-take-only-types-of-db',
      'SQL lives in db; an adapter may name a transaction, not write one',
      { path: adapters, pathNot: tests },
      { path: db, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'use-cases-take-only-types-of-contract',
      'a request is parsed at the door; a use case may name what came in, not parse it again',
      { path: useCases, pathNot: tests },
      { path: contract, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'settings-are-handed-in',
      'who reads settings in the middle cannot be tested with others',
      { path: '^server/src/[^/]+/', pathNot: [tests, testing, config] },
      { path: config, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'services-join-ports-and-adapters',
      'only server/src/services.ts says which adapter plays which port',
      { path: '^server/src/', pathNot: [tests, testing, adapters, '^server/src/services[./]'] },
      { path: adapters },
    ),
    never(
      'nothing-below-knows-services',
      'services are handed in; a part that fetches them cannot be tested with others',
      { path: '^server/src/[^/]+/', pathNot: [tests, testing, '^server/src/services/'] },
      { path: ['^server/src/services[./]', '^server/src/main[.]ts$'] },
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
      { path: '^phone-sandbox/src/page/', pathNot: tests },
      { pathNot: '^phone-sandbox/src/page/' },
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
      { path: '^(core|contract|server|web|scripts|e2e)/', pathNot: [tests, '^core/src/time-zone[.]ts$'] },
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

    // Tests may import more: those of the server everything but the web; the sandbox's handset is their telephone.
    // e2e, bench and scripts may import anything, for they run beside the product and not in it.
    never(
      'tests-of-the-server',
      'a test of the server stands on the server, the contract and the pretend carrier',
      { path: [`^server/.*${tests}`, testing] },
      { path: '^(web|e2e|bench)/' },
    ),
    never(
      'tests-of-shared-code',
      'what is shared is tested without a server',
      { path: `^(core|contract|web|phone-sandbox)/.*${tests}` },
      { path: '^(server|e2e|bench|scripts)/' },
    ),
    never(
      'product-knows-no-test',
      'what only tests need does not run in front of people',
      { path: '^(core|contract|server|web|phone-sandbox)/', pathNot: [tests, testing] },
      { path: [tests, testing, '^(e2e|bench)/'] },
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
