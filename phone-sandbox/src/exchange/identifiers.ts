import { randomBytes, randomUUID } from 'node:crypto'
import type { Account } from './exchange.ts'

/** The kind of an identifier: the two letters that every identifier of this carrier starts with. */
type Prefix = 'CA' | 'SM' | 'RE' | 'PN' | 'VE' | 'VL'

/** A new identifier: prefix and 32 hexadecimal digits, or a UUID where it plays SignalWire. */
export const newSid = ({ signalwire }: Account, prefix: Prefix): string =>
  signalwire === null ? prefix + randomBytes(16).toString('hex') : randomUUID()
