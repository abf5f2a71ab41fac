import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { JOBS } from '../../server/src/job-handlers.ts'
import { prometheusMetrics } from '../../server/src/platform/metrics/declared-metrics.adapter.ts'
import { repositoryRoot, runCommand } from '../run-command.ts'

// Checks the deployment files with the programs that read them: `node scripts/checks/check-deploy.ts`. It needs Debian's
// packages prometheus, prometheus-alertmanager, caddy, systemd and docker-compose. Without one of them, it skips that part
// and exits with 77.

const scratch = await mkdtemp(path.join(tmpdir(), 'check-deploy-'))
const metrics = path.join(scratch, 'metrics')
await writeFile(metrics, await exportedMetrics())
const serviceUnit = await copyUnit('reveille.service')
// Compose requires the operator's settings.
const compose = path.join(scratch, 'compose.yaml')
const composeText = await readFile(path.join(repositoryRoot, 'deploy/compose.yaml'), 'utf8')
await writeFile(compose, composeText.replace(/^name: .*$/m, '')) // newer than the schema in Debian
await writeFile(
  path.join(scratch, '.env'),
  'DOMAIN DATABASE_PASSWORD SESSION_SECRET CONTACT_EMAIL MAIL_URL MAIL_FROM TWILIO_ACCOUNT_SID TWILIO_AUTH_TOKEN TWILIO_PHONE_NUMBER'.replaceAll(
    /(\w+) ?/g,
    '$1=x\n',
  ),
)

const CHECKS: readonly [program: string, does: string, script: string][] = [
  ['promtool', 'alerts are rules', 'promtool check rules deploy/prometheus/alerts.yaml'],
  ['promtool', 'alerts fire when they should', 'promtool test rules deploy/prometheus/alerts.test.yaml'],
  ['promtool', "metrics follow Prometheus' conventions", `promtool check metrics < ${metrics}`],
  [
    'systemd-analyze',
    'the systemd unit (npm run check-image starts it)',
    `systemd-analyze verify --man=no ${serviceUnit}`,
  ],
  ['promtool', "Prometheus' own settings", 'promtool check config deploy/prometheus/prometheus.yaml'],
  ['amtool', "Alertmanager's settings", 'amtool check-config deploy/prometheus/alertmanager.yaml'],
  [
    'docker-compose',
    'the compose file matches its schema',
    `docker-compose -f ${compose} --profile monitoring config --quiet`,
  ],
  ['caddy', "a single server's Caddyfile", 'caddy validate --adapter caddyfile --config deploy/single/Caddyfile'],
  ['caddy', "compose's Caddyfile", 'caddy validate --adapter caddyfile --config deploy/compose/Caddyfile'],
]

let failed = 0
let missing = 0
for (const [program, does, script] of CHECKS) {
  const found = await runCommand('sh', ['-c', `command -v ${program}`])
  if (found.exitCode !== 0) {
    missing++
    console.log(`- ${does}: ${program} isn't installed`)
    continue
  }
  const { exitCode, output } = await runCommand('sh', ['-c', script], repositoryRoot, { DOMAIN: 'reveille.example' })
  if (exitCode !== 0) failed++
  console.log(exitCode === 0 ? `✓ ${does}` : `✗ ${does}\n${output}`)
}
await rm(scratch, { recursive: true })
console.log(`deploy: ${CHECKS.length - failed - missing} checks passed, ${failed} failed, ${missing} skipped`)
process.exit(failed > 0 ? 1 : missing > 0 ? 77 : 0)

/** Copies a unit without the paths of an installed machine. */
async function copyUnit(name: string): Promise<string> {
  const text = await readFile(path.join(repositoryRoot, 'deploy/systemd', name), 'utf8')
  const unit = path.join(scratch, name)
  await writeFile(
    unit,
    text.replaceAll(/^(ExecStart=)\S+/gm, '$1/bin/true').replaceAll(/^(WorkingDirectory|EnvironmentFile)=.*$/gm, ''),
  )
  return unit
}

/** The metrics page of a process, with a value for each gauge. */
function exportedMetrics(): Promise<string> {
  const gauges = {
    calls: { planned: 1, leased: 0, dialling: 0, placed: 0, in_doubt: 0 },
    isCarrierTroubled: false,
    overdueMs: 0,
    carriers: [{ id: 1 as const, capacityTakenMs: 0, isOff: false }],
    plannedAheadMs: 1,
    liveWorkers: 1,
    crowdedMinutes: 0,
    jobs: [{ queue: 'send-code', state: 'created', count: 1 }],
    zoneDataSince: 1,
    lastBackupAt: 1,
    clockSkewMs: 0,
  }
  const exported = prometheusMetrics({
    readGauges: () => Promise.resolve(gauges),
    role: 'all',
    zoneDataVersion: '2026a',
    hasSecondCarrier: false,
    jobs: JOBS,
    speechEngines: ['embedded'],
    speechPrice: 0,
  })
  exported.requestAnswered({ route: '/api/schedule', method: 'GET', status: 200, ms: 5 })
  return exported.text()
}
