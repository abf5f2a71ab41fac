import { spawnSync } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { HOSTS } from './hosts.ts'
import { buildNetwork, CENTER, type Network } from './network.ts'

// npm run hosts: runs every part of the product on a host with its own address, and cuts hosts off for a while.
const CANNOT_RUN = 77
const name = `reveille${process.pid}`
process.exitCode = await main()

async function main(): Promise<number> {
  if (process.getuid?.() !== 0) return cannot('network namespaces need root')
  if (spawnSync('ip', ['-V']).status !== 0) return cannot('the program ip is missing (iproute2)')
  let network: Network
  try {
    network = buildNetwork(name, HOSTS)
  } catch (error) {
    return cannot(`network namespaces are not allowed here: ${String((error as Error).message).split('\n')[0]}`)
  }
  try {
    const [command = '', ...words] = [
      ...network.on(CENTER),
      process.execPath,
      path.join(import.meta.dirname, 'judge.ts'),
      name,
    ]
    const judge = spawn(command, words, { stdio: 'inherit' })
    const [code] = (await once(judge, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    network.remove()
  }
}

function cannot(why: string): number {
  console.log(why)
  return CANNOT_RUN
}
