import type { CarrierId } from '@reveille/core/calls/call'
import { otherThan } from '@reveille/core/calls/second-carrier'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { type CarrierUse, listCarriers, lockCarriers, setCarrierOff } from './carriers.sql.ts'
import { type Acted, unfound } from './why.ts'

const NO_SECOND = 'There is no second carrier: set CARRIER_2_ACCOUNT_SID (docs/carrier.md).'

export async function showCarriers({ db, config }: Services): Promise<Acted> {
  if (config.secondCarrier === null) return unfound(NO_SECOND)
  return { lines: (await listCarriers(db)).map((use) => inWords(config, use)), userIds: [] }
}

/** Pauses a carrier, or uses it again. Workers obey with their next call. */
export async function switchCarrier(services: Services, id: CarrierId, off: boolean): Promise<Acted> {
  const { db, config, clock } = services
  if (config.secondCarrier === null) return unfound(NO_SECOND)
  const refusal = await inTransaction(db, async (tx) => {
    const uses = await lockCarriers(tx)
    const isOff = (one: CarrierId) => uses.some((use) => use.id === one && use.offAt !== null)
    const other = otherThan(id)
    if (off && isOff(other)) return `Carrier ${other} is off, so nobody would be called: turn it on first.`
    if (off !== isOff(id)) await setCarrierOff(tx, { id, offAt: off ? clock.now() : null })
    return null
  })
  if (refusal !== null) return unfound(refusal)
  return { ...(await showCarriers(services)), did: `carrier ${off ? 'off' : 'on'} ${id}` }
}

function inWords({ carrier, secondCarrier }: Services['config'], { id, offAt }: CarrierUse): string {
  const numbers = (id === 1 ? carrier : secondCarrier)?.callerNumbers.join(', ')
  const state = offAt === null ? 'in use' : `off since ${new Date(offAt).toISOString()}`
  return `Carrier ${id}, which calls from ${numbers}: ${state}`
}
