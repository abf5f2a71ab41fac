/** A check that is too slow, too heavy or too demanding for every change. */
export type LongCheck = { name: string; command: readonly [string, ...string[]]; why: string }

/**
 * Run in this order. A program that can't run on this machine exits with 77 and says why in its last line. Any other
 * code except 0 is a failure.
 */
export const longChecks: readonly LongCheck[] = [
  {
    name: 'carrier-contract',
    command: ['node', 'scripts/carrier-contract/check.ts'],
    why: "every request to the carrier, and the sandbox's response, conforms to the carrier's own documents",
  },
  {
    name: 'faults',
    command: ['node', 'scripts/test/test-faults.ts'],
    why: 'each fault of the carrier with each kind of call and each action of its person (about 3 minutes)',
  },
  {
    name: 'long tests',
    command: ['vitest', 'run', '--project', 'long'],
    why: 'one fault at each moment of a call, more requests than a server can answer, 100,000 rotations, and the sound of the voices',
  },
  {
    name: 'long tests of processes',
    command: ['vitest', 'run', '--project', 'long-processes'],
    why: 'workers die, freeze, drain and lose power, starts are refused, and several attacks run at once',
  },
  {
    name: 'kill-rounds',
    command: ['npm', 'run', 'kill-rounds', '--', '--rounds', '100'],
    why: 'with kills at random moments, each phone rings exactly once (about 20 minutes)',
  },
  {
    name: 'failover',
    command: ['npm', 'run', 'failover'],
    why: 'the primary database dies while 120 calls leave, and its standby takes over: nothing is lost or doubled',
  },
  {
    name: 'hosts',
    command: ['npm', 'run', 'hosts'],
    why: 'a worker, the carrier and the database are cut off for a minute each: nothing is lost or doubled (7 minutes)',
  },
  {
    name: 'deploy',
    command: ['node', 'scripts/checks/check-deploy.ts'],
    why: 'the programs that read alerts, metrics, the systemd unit and both Caddyfiles accept them',
  },
  {
    name: 'check-image',
    command: ['npm', 'run', 'check-image'],
    why: 'both images are built; the container with everything survives a kill, and phones ring (about 12 minutes)',
  },
  {
    name: 'restore',
    command: ['npm', 'run', 'restore:check', '--', '--people', '5000'],
    why: 'a backup of each of three kinds is restored into an empty installation, where its call rings once (4 minutes)',
  },
  {
    name: 'simulation',
    command: ['npm', 'run', 'simulate', '--', '--minutes', '15', '--from', '1000'],
    why: 'no call is lost, doubled, early or unwanted in 15 minutes of simulated faults',
  },
  {
    name: 'simulation with two carriers',
    command: ['npm', 'run', 'simulate', '--', '--carriers', '2', '--minutes', '10', '--from', '1000'],
    why: 'the same where two carriers fail independently: what one surely refuses, the other one dials (10 minutes)',
  },
  {
    name: 'fuzz',
    command: ['npm', 'run', 'fuzz', '--', '--requests', '100000'],
    why: 'a hundred thousand hostile requests cause no crash and reveal no other person’s data (3 to 10 minutes)',
  },
  {
    name: 'advisories',
    command: ['npm', 'run', 'advisories'],
    why: 'no package of the product has a known vulnerability of high severity or above',
  },
  {
    name: 'load',
    command: ['npm', 'run', 'load', '--', '--seconds', '300', '--streams', '1000', '--rate', '500'],
    why: 'load makes no call late, memory stays flat, and excess requests get Retry-After (about 7 minutes)',
  },
  {
    name: 'soak',
    command: ['npm', 'run', 'soak', '--', '--minutes', '30'],
    why: 'repeated kills, restarts, clock changes and full disks cause clear errors, and no lost call (30 minutes)',
  },
  {
    name: 'faultless',
    command: ['npm', 'run', 'simulate', '--', '--faultless', '--seeds', '300', '--from', '1000'],
    why: 'without faults, phones ring exactly as the screens say, and the history is always exact (6 minutes)',
  },
  {
    name: 'sip',
    command: ['npm', 'run', 'test:sip'],
    why: 'a real SIP telephone rings, plays the message and answers with a key (about 4 minutes)',
  },
  {
    name: 'firebase',
    command: ['npm', 'run', 'test:firebase'],
    why: "phone verification by Firebase works in a real browser with Firebase's own emulator (about 2 minutes)",
  },
  {
    name: 'speed',
    command: ['node', 'e2e/speed/main.ts'],
    why: 'every public page meets its bars in Lighthouse, and every press shows within 100 ms (about 8 minutes)',
  },
]
