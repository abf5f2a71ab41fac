import { parseArgs } from 'node:util'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { tellMistakes } from '../../server/src/platform/process/start-and-stop.ts'
import { joinServices } from '../../server/src/services.ts'
import { findCommand, helpOf, overview, type Command } from './commands.ts'
import { keepInLog } from './operators-log.ts'
import { demandDatabase, withDatabase } from './with-database.ts'

// Commands for operators while the product runs: `npm run ops -- why sleeper@example.com`. Reads the product's settings.
// DATA_DIR/operators.log records each command, and so does the activity of the affected account.

tellMistakes()
const { options, positionals } = read()
const [name = 'help', ...rest] = positionals
const command = findCommand(name)
if (command === null) {
  const isHelp = name === 'help'
  console.log(isHelp ? overview() : `There is no command '${name}'.\n\n${overview()}`)
  process.exit(isHelp ? 0 : 1)
}
if (options.help === true) {
  console.log(helpOf(command))
  process.exit(0)
}
process.exit(await run(command, options.yes === true ? [...rest, '--yes'] : rest))

function read() {
  try {
    const { values, positionals: words } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, yes: { type: 'boolean' } },
    })
    return { options: values, positionals: words }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${overview()}`)
    return process.exit(1)
  }
}

async function run(wanted: Command, args: readonly string[]): Promise<number> {
  const refusal = wanted.refuse(args)
  if (refusal !== null) {
    console.error(`${refusal}\n\n${helpOf(wanted)}`)
    return 1
  }
  const config = loadConfig()
  demandDatabase(config)
  const log = openLog('warn')
  const { lines, isUnfound } = await withDatabase(config, log, async (connection) => {
    const { services, jobs, close } = await joinServices(config, connection, log)
    await jobs.start()
    const acted = await wanted.act({ services, retry: jobs.retry }, args)
    await keepInLog(config.dataDir, {
      act: acted.did ?? wanted.name,
      userIds: acted.userIds,
      at: services.clock.now(),
    })
    await jobs.stop()
    await close()
    return acted
  })
  console.log(lines.join('\n'))
  return isUnfound ? 1 : 0
}
