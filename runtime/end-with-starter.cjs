// Plain JavaScript that old Node.js reads too, as run.cjs.
const { readFileSync } = require('node:fs')

const EVERY_MS = 250

/**
 * Sends this process SIGTERM as soon as what started it is gone: a parent with a channel to us, or npm. npm hands a SIGTERM
 * to a shell, which dies without handing it on, and a killed npm tells nobody: then only our parent's number changes.
 */
module.exports = function endWithStarter() {
  const end = () => process.kill(process.pid, 'SIGTERM')
  if (process.channel) {
    process.once('disconnect', end)
    process.channel.unref()
  }
  if (!process.env.npm_lifecycle_event) return // whoever started us by hand may leave: we can be meant to stay
  const before = starters()
  const watch = setInterval(() => {
    if (starters() === before) return
    clearInterval(watch)
    end()
  }, EVERY_MS)
  watch.unref()
}

/** Our parent; and where that is npm's shell, npm. Systems without /proc have a shell that makes room for us. */
function starters() {
  const parent = process.ppid
  const isShell = read(`/proc/${parent}/cmdline`).startsWith('sh\0-c\0')
  return isShell ? `${parent} ${/\nPPid:\t\d+/.exec(read(`/proc/${parent}/status`))}` : String(parent)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
