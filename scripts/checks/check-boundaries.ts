import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IModule } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'
import { importPath } from './boundaries/import-path.ts'
import { sourceFaults, sourceRules } from './boundaries/source-rules.ts'
import { statedImports, type StatedImports } from './boundaries/stated-imports.ts'
import { reportFaults } from './report-faults.ts'

const fixture = 'scripts/fixtures/wrong-imports/'
/** All violations in the fixture, one for each kind of rule. Its `export.ts` imports only a type from SQL, which is allowed. */
const breachesOfFixture = [
  'device-clock-may-be-wrong: web/src/page.ts -> Date.now',
  'floors: server/src/people/person.ts -> server/src/calls/calls.sql.ts',
  'no-cycle: core/src/circle.ts -> core/src/rule.ts',
  'no-dead-import: core/src/rule.ts -> ./gone.ts',
  'no-machine-in-pure-code: core/src/rule.ts -> fs',
  'parts: core/src/rule.ts -> server/src/accounts/account.ts',
  'sql-is-private: server/src/accounts/account.ts -> server/src/calls/calls.sql.ts',
  'sql-stays-in-sql: server/src/accounts/account.ts -> a statement',
  'tables-have-writers: server/src/calls/calls.sql.ts -> schedules',
  'vendors: server/src/accounts/account.ts -> ../../../node_modules/nodemailer/',
  'zone-data-in-browser: contract/src/zones.ts -> core/src/recurrence.ts -> core/src/time/time-zone.ts',
]
const options = await extractOptions(path.join(repositoryRoot, '.dependency-cruiser.cjs'))
const rules = options.ruleSet?.forbidden ?? []
const ruleNames = new Set([...rules.map(({ name }) => name), ...sourceRules, 'zone-data-in-browser'])
// Rules that exclude type imports concern code.
const rulesOnCode = new Set(rules.filter(leavesOutTypes).map(({ name }) => name))

const files = (await repositoryFiles()).filter((file) => isSource(file) && !file.startsWith(fixture))
const product = await readTree(files, repositoryRoot)

reportFaults(
  'boundaries',
  [
    ...(await breachesOf(product, files, repositoryRoot)),
    ...unread(product),
    ...(await faultsOfRules()),
    ...subjectsWithoutFloor(),
    ...(await packagesWithoutPlace()),
  ],
  `${files.length} files follow ${ruleNames.size} rules`,
)

async function breachesOf(tree: Tree, paths: readonly string[], baseDir: string): Promise<string[]> {
  return [...violations(tree), ...zoneDataInBrowser(tree), ...(await sourceFaults(paths, baseDir))]
}

type Tree = { cruised: ICruiseResult; stated: StatedImports[]; code: IModule[] }

function leavesOutTypes(rule: (typeof rules)[number]): boolean {
  if (!('to' in rule) || !('dependencyTypesNot' in rule.to)) return false
  return rule.to.dependencyTypesNot?.includes('type-only') ?? false
}

function isSource(file: string): boolean {
  return /\.(?:ts|tsx|js)$/.test(file)
}

async function readTree(paths: string[], baseDir: string): Promise<Tree> {
  const settings: ICruiseOptions = { ...options, baseDir, validate: true }
  const { output: cruised } = await cruise(paths, settings)
  if (typeof cruised === 'string') throw new Error(`dependency-cruiser failed: ${cruised}`)
  const stated = await Promise.all(paths.map((file) => statedImports(baseDir, file)))
  return { cruised, stated, code: withoutTypes(cruised.modules, stated) }
}

/** Leaves out the imports that are erased at run time. */
function withoutTypes(modules: readonly IModule[], stated: readonly StatedImports[]): IModule[] {
  const types = new Map(stated.map((imports) => [imports.file, imports]))
  return modules.map((module) => ({
    ...module,
    dependencies: module.dependencies.filter(({ module: name }) => {
      const imports = types.get(module.source)
      return !imports?.types.has(name) || imports.code.has(name)
    }),
  }))
}

function violations({ cruised, code }: Tree): string[] {
  const imported = new Set(
    code.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => `${source} ${resolved}`)),
  )
  return cruised.summary.violations
    .filter(({ rule, from, to }) => !rulesOnCode.has(rule.name) || imported.has(`${from} ${to}`))
    .map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
}

/** Without a TypeScript parser, dependency-cruiser reads nothing and so reports nothing. */
function unread({ cruised, stated }: Tree): string[] {
  const read = new Map(
    cruised.modules.map(({ source, dependencies }) => [source, dependencies.map(({ module }) => module)]),
  )
  return stated.flatMap(({ file, code, types }) => {
    const seen = read.get(file)
    if (seen === undefined) return [`${file} was not read`]
    const missed = [...code, ...types].filter((name) => !seen.includes(name.replace(/^node:/, '')))
    return missed.map((name) => `${file}: the import of ${name} was not seen`)
  })
}

/** Zone data would add 33 kB to the pages and be outdated with the next change of law, so the server computes times. */
function zoneDataInBrowser({ code, stated }: Tree): string[] {
  return stated
    .map(({ file }) => file)
    .filter((file) => /^(?:web|contract)\/src\//.test(file) && !file.includes('.test.'))
    .map((file) => importPath(code, file, 'core/src/time/time-zone.ts'))
    .filter((steps) => steps.length > 0)
    .map((steps) => `zone-data-in-browser: ${steps.join(' -> ')}`)
}

/** Every folder of the server must declare what it may import. */
function subjectsWithoutFloor(): string[] {
  const subjects = new Set(files.flatMap((file) => /^(server\/src\/[^/]+\/)/.exec(file)?.[1] ?? []))
  const withFloor = new Set(rules.filter(({ name }) => name === 'floors').map(({ from }) => from.path))
  return [...subjects]
    .filter((subject) => !withFloor.has(`^${subject}`))
    .map((subject) => `${subject} has no entry in \`floors\` of .dependency-cruiser.cjs`)
}

/** Every package of the server belongs to one vendor's adapter, or to the list that all parts may use. */
async function packagesWithoutPlace(): Promise<string[]> {
  const anywhere = new Set(['zod', 'pino', '@reveille/core', '@reveille/contract'])
  const { dependencies } = JSON.parse(await readFile(path.join(repositoryRoot, 'server/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const places = rules.flatMap((rule) =>
    'to' in rule && 'path' in rule.to && typeof rule.to.path === 'string' ? [new RegExp(rule.to.path)] : [],
  )
  return Object.keys(dependencies)
    .filter((name) => !anywhere.has(name) && !places.some((place) => place.test(`node_modules/${name}/`)))
    .map((name) => `${name} has no place in .dependency-cruiser.cjs`)
}

/** A broken rule reports nothing, so the fixture violates one of each kind. */
async function faultsOfRules(): Promise<string[]> {
  const wrong = (await repositoryFiles(fixture)).map((file) => path.relative(fixture, file))
  const baseDir = path.join(repositoryRoot, fixture)
  const found = await breachesOf(await readTree(wrong, baseDir), wrong, baseDir)
  const missing = breachesOfFixture.filter((breach) => !found.some((one) => one.startsWith(breach)))
  const surplus = found.filter((one) => !breachesOfFixture.some((breach) => one.startsWith(breach)))
  return [
    ...missing.map((breach) => `not reported in ${fixture}: ${breach}`),
    ...surplus.map((breach) => `not expected in ${fixture}: ${breach}`),
  ]
}
