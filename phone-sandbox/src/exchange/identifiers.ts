import { randomBytes } from 'node:crypto'

/** The kind of an identifier: the two letters that every identifier of this carrier starts with. */
type Prefix = 'CA' | 'SM' | 'RE' | 'PN'

/** A new identifier: prefix and 32 hexadecimal digits. */
export const newSid = (prefix: Prefix): string => prefix + randomBytes(16).toString('hex')
