import { existsSync } from 'node:fs'
import { appendFile, copyFile, cp, mkdir, realpath, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot, runCommand } from '../../scripts/run-command.ts'
import { CannotRunError } from '../cannot-run.ts'
import { bootstrap } from '../sip/throw-away-debian.ts'

/** An image's files, and what its Containerfile says about a container. */
export type Image = {
  root: string
  env: readonly string[]
  command: readonly string[]
  healthCheck: readonly string[]
}

const SUITE = 'bookworm'
const BASE = 'localhost/reveille-base'
/** The user of the official image of Node.js. */
const USER = { name: 'node', id: 1000 }
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Builds both images with buildah into `folder`, as root and without a container engine. Their base is a Debian made here
 * with this Node.js, because the official image can't be fetched everywhere.
 */
export async function buildImages(folder: string, say: (words: string) => void): Promise<{ all: Image; plain: Image }> {
  if (process.getuid?.() !== 0) throw new CannotRunError('Building an image without a container engine needs root.')
  for (const program of ['buildah', 'unshare', 'setpriv', 'ip'])
    if ((await runCommand('sh', ['-c', `command -v ${program}`])).exitCode !== 0)
      throw new CannotRunError(`The program ${program} is missing: apt-get install buildah util-linux iproute2.`)
  const buildah = buildahIn(folder)
  if ((await buildah('images', '--quiet', '--filter', `reference=${BASE}`)) === '') {
    await makeBase(path.join(folder, 'base'), buildah)
    say('the base is a Debian with this Node.js')
  }
  const baseSize = await sizeOf(await mounted(BASE, buildah))
  const build = async (name: string, ...target: string[]): Promise<Image> => {
    const options = ['--pull-never', '--isolation', 'chroot', '--format', 'docker', '--layers']
    const file = ['--build-arg', `BASE=${BASE}`, '-f', 'deploy/Containerfile', ...target, '-t', name, repositoryRoot]
    await buildah('bud', ...options, ...file)
    const root = await mounted(name, buildah)
    const [app, size] = [await sizeOf(path.join(root, 'app')), await sizeOf(root)]
    say(`${name} is built: ${app} MB in /app, ${size - baseSize} MB more than its base`)
    return { root, ...(await configurationOf(name, buildah)) }
  }
  return { all: await build('reveille:all', '--target', 'all'), plain: await build('reveille') }
}

/** Removes the containers that `buildImages` mounted. */
export async function unmountImages(folder: string): Promise<void> {
  if (existsSync(path.join(folder, 'storage'))) await buildahIn(folder)('rm', '--all')
}

type Buildah = (...args: string[]) => Promise<string>

function buildahIn(folder: string): Buildah {
  const storage = ['--root', path.join(folder, 'storage'), '--runroot', path.join(folder, 'run')]
  return async (...args) => {
    const { exitCode, stdout, output } = await runCommand('buildah', [...storage, ...args])
    if (exitCode !== 0) throw new Error(`buildah ${args[0]}: ${output.trim().split('\n').slice(-30).join('\n')}`)
    return stdout.trim()
  }
}

async function mounted(image: string, buildah: Buildah): Promise<string> {
  return buildah('mount', await buildah('from', '--pull-never', image))
}

async function sizeOf(folder: string): Promise<number> {
  return Number((await runCommand('du', ['-smx', folder])).stdout.split('\t')[0])
}

async function configurationOf(image: string, buildah: Buildah): Promise<Omit<Image, 'root'>> {
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', image)) as {
    Docker: { config: { User: string; Env: string[]; Cmd: string[]; Healthcheck: { Test: string[] } } }
  }
  const { User, Env, Cmd, Healthcheck } = Docker.config
  if (User !== USER.name) throw new Error(`${image} runs as ${User}`)
  return { env: Env, command: Cmd, healthCheck: Healthcheck.Test.slice(1) } // without the word CMD
}

async function makeBase(folder: string, buildah: Buildah): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await bootstrap(folder, SUITE, ['ca-certificates'])
  const local = path.join(folder, 'usr/local')
  await copyFile(await realpath(process.execPath), path.join(local, 'bin/node'))
  const npm = path.join((await runCommand('sh', ['-c', 'readlink -f "$(command -v npm)"'])).stdout.trim(), '../..')
  await cp(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'))
  const { name, id } = USER
  await appendFile(path.join(folder, 'etc/passwd'), `${name}:x:${id}:${id}::/home/${name}:/bin/sh\n`)
  await appendFile(path.join(folder, 'etc/group'), `${name}:x:${id}:\n`)
  await mkdir(path.join(folder, 'home', name))
  // Whatever this machine needs to reach the registry of packages.
  if (existsSync(CERTIFICATES)) await copyFile(CERTIFICATES, path.join(folder, CERTIFICATES))
  const registry = (await runCommand('npm', ['config', 'get', 'registry'])).stdout.trim()
  const env = [
    'PATH=/usr/local/bin:/usr/bin:/bin',
    `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
    `npm_config_registry=${registry}`,
  ]
  const container = await buildah('from', 'scratch')
  await buildah('copy', container, folder, '/')
  await buildah('config', ...env.flatMap((one) => ['--env', one]), container)
  await buildah('commit', '--rm', container, BASE)
  await rm(folder, { recursive: true, force: true })
}
