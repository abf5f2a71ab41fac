// Plain JavaScript that old versions of Node.js can run, like run.cjs.
const { readFileSync } = require('node:fs')

const EVERY_MS = 250

/**
 * Sends this process SIGTERM as soon as what started it is gone: a parent with a channel to us, or npm. npm sends a
 * SIGTERM only to its shell, which dies without passing it on, and a killed npm sends nothing. Then only our parent's
 * pid changes.
 */
module.exports = function endWithStarter() {
  const end = () => process.kill(process.pid, 'SIGTERM')
  if (process.channel) {
    process.once('disconnect', end)
    process.channel.unref()
  }
  if (!process.env.npm_lifecycle_event) return // started by hand, maybe to outlive the shell
  const before = starters()
  const watch = setInterval(() => {
    if (starters() === before) return
    clearInterval(watch)
    end()
  }, EVERY_MS)
  watch.unref()
}

/** Our parent, and npm if the parent is its shell. Without /proc, we assume that the shell became us. */
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
