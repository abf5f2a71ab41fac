import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'
import { reportFaults } from './report-faults.ts'

// Everyone installs from their own registry. An address in a file would break theirs or reveal ours.
const addresses = [/\bregistry\.[a-z0-9-]+\.[a-z]{2,}/i, /https?:\/\/[^\s"']+\.(?:tgz|tar\.gz)\b/i, ...ownRegistry()]

const files = await repositoryFiles()
const faults = [...(await Promise.all(files.map(faultsOf))).flat(), ...(await packagesWithoutIntegrity())]
reportFaults('addresses', faults, `${files.length} files contain no registry address, and each package has its hash`)

async function faultsOf(file: string): Promise<string[]> {
  const lines = (await readFile(path.join(repositoryRoot, file), 'latin1')).split('\n')
  return lines.flatMap((line, index) =>
    addresses.some((address) => address.test(line)) ? [`${file}:${index + 1} contains a download address`] : [],
  )
}

/** The registry npm uses here, unless it is on this machine, since the product is full of loopback addresses. */
function ownRegistry(): RegExp[] {
  const address = process.env['npm_config_registry']
  if (address === undefined) return []
  const { host, hostname } = new URL(address)
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? [] : [new RegExp(RegExp.escape(host), 'i')]
}

/** npm drops the hashes of packages for other platforms when it writes the lockfile from an existing node_modules. */
async function packagesWithoutIntegrity(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(path.join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; inBundle?: boolean; integrity?: string }>
  }
  return Object.entries(packages).flatMap(([place, { link, inBundle, integrity }]) =>
    place.includes('node_modules/') && !link && !inBundle && integrity === undefined
      ? [`package-lock.json has no integrity for ${place}: delete its entry, then npm install --package-lock-only`]
      : [],
  )
}
