import { API_VERSION } from '../calls/call-parameters.ts'
import type { Account } from './exchange.ts'

/** What stands before the version in every path. */
export const pathPrefix = ({ signalwire }: Account): string => (signalwire === null ? '' : '/api/laml')

/** Where everything of the account is. */
export const accountPath = (account: Account): string =>
  `${pathPrefix(account)}/${API_VERSION}/Accounts/${account.accountSid}`
