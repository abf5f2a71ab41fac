import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot } from './run-command.ts'

// `node scripts/licences.ts` lists the licenses of everything that the product ships, which the image contains as
// /app/LICENCES.md. scripts/licences.test.ts checks that each one is allowed.

type Locked = { license?: string; dev?: boolean; link?: boolean; hasInstallScript?: boolean }
type Licensed = { name: string; licence: string; hasInstallScript: boolean }

/** The packages that the product needs to build and run: everything in the lockfile except development packages. */
export async function productionPackages(): Promise<Licensed[]> {
  const lock = JSON.parse(await readFile(path.join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const installed = Object.entries(lock.packages).filter(
    ([at, { dev, link }]) => at.includes('node_modules/') && !dev && !link,
  )
  const byName = new Map(
    installed.map(([at, { license = 'none', hasInstallScript = false }]) => {
      const name = at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return [`${name} ${license}`, { name, licence: license, hasInstallScript }]
    }),
  )
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The page with one section per license. */
function licencePage(packages: readonly Licensed[]): string {
  const sections = [...Map.groupBy(packages, ({ licence }) => licence)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, held]) => `## ${licence}\n\n${held.map(({ name }) => `- ${name}\n`).join('')}`)
  return `# Licences\n\nOf every package that the product is built or run with. Written by \`node scripts/licences.ts\`.\n\n${sections.join('\n')}`
}

if (import.meta.main) process.stdout.write(licencePage(await productionPackages()))
