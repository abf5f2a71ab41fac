import { expect, test } from 'vitest'
import { prometheusMetrics } from './declared-metrics.adapter.ts'
import type { Gauges } from './metrics.ts'

const GAUGES: Gauges = {
  calls: { planned: 0, leased: 0, dialling: 0, placed: 0, in_doubt: 0 },
  carriers: [
    { id: 1, capacityTakenMs: 2_000, isOff: true },
    { id: 2, capacityTakenMs: 0, isOff: false },
  ],
  isCarrierTroubled: false,
  overdueMs: 0,
  plannedAheadMs: null,
  liveWorkers: 1,
  crowdedMinutes: 0,
  jobs: [],
  zoneDataSince: null,
  lastBackupAt: null,
  clockSkewMs: 0,
}

/** The series about carriers after a call by each, one of them refused. */
async function seriesOf(hasSecondCarrier: boolean): Promise<string[]> {
  const metrics = prometheusMetrics({
    readGauges: async () => GAUGES,
    role: 'all',
    zoneDataVersion: '2026a',
    hasSecondCarrier,
    jobs: [],
    speechEngines: ['embedded'],
    speechPrice: 0,
  })
  metrics.callRequested('accepted', { waited: 0, delayed: 0 }, 1)
  if (hasSecondCarrier) metrics.callRequested('rejected', { waited: 0, delayed: 0 }, 2)
  metrics.carrierFailed('call', { status: '503', code: 'none' })
  if (hasSecondCarrier) metrics.carrierFailed('call', { status: '400', code: 'none' }, 2)
  const about = /^reveille_(calls_requested|carrier_(failures|capacity|off)).*[^0]$|^reveille_carrier_off/
  return (await metrics.text()).split('\n').filter((line) => about.test(line))
}

test('CARRIER-13 metrics about a carrier name it only where there are two', async () => {
  expect(await seriesOf(false)).toEqual([
    'reveille_calls_requested_total{outcome="accepted"} 1',
    'reveille_carrier_failures_total{request="call",status="503",code="none"} 1',
    'reveille_carrier_capacity_taken_seconds 2',
  ])
  expect(await seriesOf(true)).toEqual([
    'reveille_calls_requested_total{outcome="accepted",carrier="1"} 1',
    'reveille_calls_requested_total{outcome="rejected",carrier="2"} 1',
    'reveille_carrier_failures_total{request="call",status="503",code="none",carrier="1"} 1',
    'reveille_carrier_failures_total{request="call",status="400",code="none",carrier="2"} 1',
    'reveille_carrier_capacity_taken_seconds{carrier="1"} 2',
    'reveille_carrier_off{carrier="1"} 1',
    'reveille_carrier_off{carrier="2"} 0',
  ])
})
