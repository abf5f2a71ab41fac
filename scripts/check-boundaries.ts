import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IModule } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { importPath } from './import-path.ts'
import { reportFaults } from './report-faults.ts'
import { repositoryFiles, repositoryRoot } from './run-command.ts'
import { statedImports, type StatedImports } from './stated-imports.ts'

const fixtures = 'scripts/fixtures/'
const fixture = `${fixtures}wrong-imports`
const options = await extractOptions(path.join(repositoryRoot, '.dependency-cruiser.cjs'))
const rules = options.ruleSet?.forbidden ?? []
// These rules are about code: they say so by leaving out imports of types.
const rulesOnCode = new Set(rules.filter(leavesOutTypes).map(({ name }) => name))

const files = (await repositoryFiles()).filter((file) => isSource(file) && !file.startsWith(fixtures))
const product = await readTree(files, repositoryRoot)

reportFaults(
  'boundaries',
  [
    ...violations(product),
    ...unread(product),
    ...zoneDataInBrowser(product),
    ...(await sqlOutsideDb(files, repositoryRoot)),
    ...(await rulesThatDoNotBite()),
  ],
  `${files.length} files keep ${rules.length} rules`,
)

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
  if (typeof cruised === 'string') throw new Error(`dependency-cruiser answered in words: ${cruised}`)
  const stated = await Promise.all(paths.map((file) => statedImports(baseDir, file)))
  return { cruised, stated, code: withoutTypes(cruised.modules, stated) }
}

/** The same modules with only those imports that remain at run time. */
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

/** Without a parser for TypeScript the cruiser reads nothing and finds nothing wrong. */
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

/** A browser's copy of the zone data is 33 kB that are wrong after the next change of law: the server calculates. */
function zoneDataInBrowser({ code, stated }: Tree): string[] {
  return stated
    .map(({ file }) => file)
    .filter((file) => /^(?:web|contract)\/src\//.test(file) && !file.includes('.test.'))
    .map((file) => importPath(code, file, 'core/src/time/time-zone.ts'))
    .filter((steps) => steps.length > 0)
    .map((steps) => `zone-data-in-browser: ${steps.join(' -> ')}`)
}

/** Who wants to know what is done to a table reads `db/` and nothing else; tests may look where they like. */
async function sqlOutsideDb(paths: readonly string[], baseDir: string): Promise<string[]> {
  const folders = /^server\/src\/(?:use-cases|http|dispatch|clockwork|jobs)\//
  const statement = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/
  const outside = paths.filter((file) => folders.test(file) && !file.includes('.test.'))
  const texts = await Promise.all(outside.map((file) => readFile(path.join(baseDir, file), 'utf8')))
  return outside.filter((_file, index) => statement.test(texts[index]!)).map((file) => `sql-stays-in-db: ${file}`)
}

/** Every rule must be reported on a small tree that breaks each of them. */
async function rulesThatDoNotBite(): Promise<string[]> {
  if (rules.length === 0) return ['there are no rules']
  const wrong = (await repositoryFiles(fixture)).filter(isSource).map((file) => path.relative(fixture, file))
  const baseDir = path.join(repositoryRoot, fixture)
  const tree = await readTree(wrong, baseDir)
  const faults = [...violations(tree), ...zoneDataInBrowser(tree), ...(await sqlOutsideDb(wrong, baseDir))]
  const reported = new Set(faults.map((fault) => fault.split(': ')[0]))
  return [...rules.map(({ name }) => name), 'zone-data-in-browser', 'sql-stays-in-db']
    .filter((name) => !reported.has(name))
    .map((name) => `${name} is not reported on ${fixture}`)
}
