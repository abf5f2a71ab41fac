import { parseArgs } from '../../scripts/parse-args.ts'
import { newInstallation } from './installation.ts'
import { runKillRounds } from './kill-rounds.ts'

// npm run kill-rounds -- --rounds 100 --seed 7
const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } })
const rounds = Number(values.rounds ?? 10)
const seed = Number(values.seed ?? Date.now() % 100_000)
console.log(`${rounds} rounds, seed ${seed}`)

await using installation = await newInstallation()
const { calls, latestMs, ...found } = await runKillRounds(installation, { rounds, seed, tell: console.log })
const faults = Object.entries(found).filter(([, phones]) => phones.length > 0)
for (const [fault, phones] of faults) console.log(`${fault}: ${phones.join(', ')}`)
console.log(
  `${calls} calls in ${rounds} rounds, ${faults.length === 0 ? 'none lost, doubled, early or late' : 'FAULTS above'}`,
)
console.log(`the latest left ${latestMs} ms after its time (reconciliation waits 45 s after the mark)`)
process.exitCode = faults.length === 0 ? 0 : 1
