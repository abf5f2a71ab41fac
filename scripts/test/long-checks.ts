/** A check that is too long, too heavy or too demanding of its machine for every change. */
export type LongCheck = { name: string; command: readonly [string, ...string[]]; why: string }

/**
 * In this order. A program that cannot run on this machine ends with code 77 and says why in its last line; any other
 * code but 0 is a failure.
 */
export const longChecks: readonly LongCheck[] = [
  {
    name: 'carrier-contract',
    command: ['node', 'scripts/carrier-contract/check.ts'],
    why: "every request to the carrier, and the pretend one's answer, is as the carrier's own documents say",
  },
  {
    name: 'faults',
    command: ['node', 'scripts/test/test-faults.ts'],
    why: 'each fault of the carrier with each kind of call and each thing that its person may do (about 3 minutes)',
  },
  {
    name: 'long tests',
    command: ['vitest', 'run', '--project', 'long'],
    why: 'one thing goes wrong at each moment of a call, a server has more requests than it can answer, voices are compared',
  },
  {
    name: 'long tests of processes',
    command: ['vitest', 'run', '--project', 'long-processes'],
    why: 'workers die, freeze, drain and lose power, starts are refused, strangers attack at once',
  },
  {
    name: 'kill-rounds',
    command: ['npm', 'run', 'kill-rounds', '--', '--rounds', '100'],
    why: 'whatever dies at whatever moment, each phone rings exactly once (about 20 minutes)',
  },
  {
    name: 'failover',
    command: ['npm', 'run', 'failover'],
    why: 'the primary database dies in the middle of a herd and its standby takes over: nothing is lost or doubled',
  },
  {
    name: 'hosts',
    command: ['npm', 'run', 'hosts'],
    why: 'a worker, the carrier and the database are cut off for a minute each: nothing is lost or doubled (7 minutes)',
  },
  {
    name: 'deploy',
    command: ['node', 'scripts/checks/check-deploy.ts'],
    why: 'alerts, metrics, the systemd unit and both Caddyfiles are accepted by the programs that read them',
  },
  {
    name: 'restore',
    command: ['npm', 'run', 'restore:check', '--', '--people', '5000'],
    why: 'a backup is brought back into an empty machine by each of three ways, and its calls ring there once (4 minutes)',
  },
  {
    name: 'simulation',
    command: ['npm', 'run', 'simulate', '--', '--minutes', '15', '--from', '1000'],
    why: 'no call is lost, doubled, early or against the will in 15 minutes of simulated disasters',
  },
  {
    name: 'fuzz',
    command: ['npm', 'run', 'fuzz', '--', '--requests', '100000'],
    why: 'a hundred thousand hostile requests find no crash and nothing of anybody else (3 to 10 minutes)',
  },
  {
    name: 'advisories',
    command: ['npm', 'run', 'advisories'],
    why: 'no package of the product has a known hole at high or above',
  },
  {
    name: 'load',
    command: ['npm', 'run', 'load', '--', '--seconds', '300', '--streams', '1000', '--rate', '500'],
    why: 'load makes no call late, memory stays flat, and requests beyond the limit are told to come back (about 7 minutes)',
  },
  {
    name: 'soak',
    command: ['npm', 'run', 'soak', '--', '--minutes', '30'],
    why: 'killed, restarted, its clock set and its disk full, again and again: clear errors, and nothing lost (30 minutes)',
  },
  {
    name: 'faultless',
    command: ['npm', 'run', 'simulate', '--', '--faultless', '--seeds', '300', '--from', '1000'],
    why: 'whatever people do, it rings exactly as the screens say, and the history is exact at every look (6 minutes)',
  },
  {
    name: 'sip',
    command: ['npm', 'run', 'test:sip'],
    why: 'a real telephone behind an exchange rings, hears the message and answers with a key (about 4 minutes)',
  },
  {
    name: 'firebase',
    command: ['npm', 'run', 'test:firebase'],
    why: "phone verification by Firebase holds in a real browser against Firebase's own emulator (about 2 minutes)",
  },
  {
    name: 'speed',
    command: ['node', 'e2e/speed/main.ts'],
    why: 'every public page keeps its bars in Lighthouse, and every press is answered at once (about 8 minutes)',
  },
]
