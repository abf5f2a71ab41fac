import * as z from 'zod'
import { StartRefusedError } from '../../platform/process/start-and-stop.ts'
import { askCarrierApi, type CarrierAccount } from './carrier-api.ts'
import { wrong, type Finding } from './finding.ts'

const Report = z.object({
  findings: z.array(
    z.object({
      what: z.string(),
      state: z.enum(['right', 'hint', 'wrong']),
      says: z.string(),
      todo: z.string().optional(),
      /** A setting is wrong, which waiting doesn't change. */
      isSetting: z.boolean().optional(),
    }),
  ),
})
type LineFinding = Finding & { isSetting?: boolean | undefined }

/** Asks the exchange of a telephone line what it sees. Never throws. */
export async function checkLine(account: CarrierAccount): Promise<LineFinding[]> {
  const { status, body } = await askCarrierApi(account, { path: '/Line.json' })
  const report = Report.safeParse(body).data
  if (status === 200 && report !== undefined)
    return report.findings.map(({ todo, ...finding }) => ({ ...finding, ...(todo !== undefined && { todo }) }))
  const says = status === 0 ? 'it does not answer' : `it refuses us (HTTP ${status})`
  const todo = 'npm start, or npm run exchange on another machine, starts it: check EXCHANGE_URL and EXCHANGE_TOKEN'
  return [wrong('Exchange', says, todo)]
}

/** Refuses a start whose settings don't fit Asterisk. One that is still starting is no reason. */
export async function refuseWrongLine(account: CarrierAccount): Promise<void> {
  const found = (await checkLine(account)).find(({ isSetting }) => isSetting)
  if (found !== undefined) throw new StartRefusedError(`${found.what}: ${found.says}: ${found.todo}.`)
}
