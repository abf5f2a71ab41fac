import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot, runCommand } from '../run-command.ts'

// `npm run sbom` writes dist/sbom.json with every package that the product ships, as CycloneDX. It leaves out download
// addresses, which depend on this machine.

type Component = { name?: string; version?: string; purl?: string; externalReferences?: unknown }
type Bom = { bomFormat?: string; specVersion?: string; metadata: object; components?: Component[] }

const { exitCode, stdout, output } = await runCommand('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'])
if (exitCode !== 0) throw new Error(`npm sbom: ${output}`)
const bom = JSON.parse(stdout) as Bom
const components = (bom.components ?? []).map(({ externalReferences: _from, ...component }) => component)
const unnamed = components.filter(({ name, version, purl }) => !name || !version || !purl?.startsWith('pkg:npm/'))
if (bom.bomFormat !== 'CycloneDX' || components.length === 0 || unnamed.length > 0)
  throw new Error(`npm sbom wrote no valid list: ${unnamed.map(({ name }) => name).join(', ')}`)
const folder = path.join(repositoryRoot, 'dist')
await mkdir(folder, { recursive: true })
await writeFile(path.join(folder, 'sbom.json'), `${JSON.stringify({ ...bom, components }, null, 2)}\n`)
console.log(`dist/sbom.json lists ${components.length} packages, as CycloneDX ${bom.specVersion}`)
