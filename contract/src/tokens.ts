import { LONGEST_TOKEN_NAME } from '@reveille/core/sign-in/credentials'
import * as z from 'zod/mini'
import { Id, IsoInstant } from './instant.ts'
import { writtenName } from './written-text.ts'

/** Tokens that let programs read `NextMorning`. */
export const Tokens = z.array(
  z.object({ id: Id, name: z.string(), addedAt: IsoInstant, lastUsedAt: z.nullable(IsoInstant) }),
)
export type Tokens = z.infer<typeof Tokens>

export const NewToken = z.object({
  name: writtenName(LONGEST_TOKEN_NAME).check(z.minLength(1, 'Please name the token.')),
})

/** The token is shown once: only its hash is kept. */
export const MadeToken = z.object({ token: z.string() })

const Call = { at: IsoInstant, timezone: z.string() }
const OUTCOMES = ['up', 'missed', 'unconfirmed', 'failed'] as const

/** `today` goes by the call's zone: `none` if nothing rings, `ahead` before the call, `calling` until the person is up. */
export const NextMorning = z.object({
  nextCall: z.nullable(z.object(Call)),
  today: z.enum(['none', 'ahead', 'calling', ...OUTCOMES]),
  lastMorning: z.nullable(z.object({ ...Call, outcome: z.enum(OUTCOMES) })),
})
export type NextMorning = z.infer<typeof NextMorning>
