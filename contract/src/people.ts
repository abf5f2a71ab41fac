import * as z from 'zod/mini'
import { Id, IsoInstant } from './instant.ts'
import { Email } from './sign-in.ts'
import { writtenName } from './written-text.ts'

/** Somebody with an account, as an owner sees them: never their goals, custom text, notes or recordings. */
export const Person = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  since: IsoInstant,
  phone: z.enum(['none', 'unverified', 'verified']),
  /** The local time of tomorrow's first call, or why there is none. */
  tomorrow: z.union([z.object({ time: z.string(), timezone: z.string() }), z.object({ whyNot: z.string() })]),
  /** How the last morning with a call ended, and why. */
  lastMorning: z.nullable(z.object({ date: z.string(), words: z.string() })),
  /** What this month's calls cost by PRICE_CALL_MINUTE. */
  cost: z.number(),
  isYou: z.boolean(),
  isOwner: z.boolean(),
  isBlocked: z.boolean(),
  /** An owner paused their calls, and may resume them. */
  isPaused: z.boolean(),
})
export type Person = z.infer<typeof Person>

/** An invitation that nobody has used yet. */
export const Invitation = z.object({ id: Id, name: z.nullable(z.string()), expiresAt: IsoInstant })
export type Invitation = z.infer<typeof Invitation>

/** The latest webhook events, newest first. `name`: whose morning it is; `answer`: the receiver's last response. */
export const Deliveries = z.array(
  z.object({
    id: Id,
    kind: z.string(),
    name: z.nullable(z.string()),
    at: IsoInstant,
    state: z.enum(['delivered', 'waiting', 'dropped']),
    tries: z.int(),
    answer: z.nullable(z.string()),
  }),
)
export type Deliveries = z.infer<typeof Deliveries>

export const People = z.object({
  people: z.array(Person),
  total: z.int(),
  /** How many of all people have a call set for tomorrow. */
  set: z.int(),
  invitations: z.array(Invitation),
  mayInvite: z.boolean(),
  deliveries: Deliveries,
})
export type People = z.infer<typeof People>

export const PEOPLE_A_PAGE = 50
export const PeoplePage = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1),
})

/** `email`: where to mail it; otherwise the owner passes it on. */
export const NewInvitation = z.object({
  name: z.optional(writtenName(100, ' for the name')),
  email: z.optional(Email),
})
/** The address is shown once: only its hash is kept. */
export const MadeLink = z.object({ url: z.string(), expiresAt: IsoInstant })
export type MadeLink = z.infer<typeof MadeLink>
export const Invited = z.object({ ...MadeLink.shape, mailed: z.boolean() })
export type Invited = z.infer<typeof Invited>

/** `name`: the person's name, which confirms `remove`. */
export const PersonAct = z.object({
  act: z.enum(['pause', 'resume', 'block', 'unblock', 'remove', 'make-owner', 'link', 'why']),
  name: z.optional(z.string().check(z.trim())),
})
export type PersonAct = z.infer<typeof PersonAct>
/** What calls depend on, and what to do about each fault. `unseen`: it can't be checked from here. */
export const Setup = z.array(
  z.object({
    what: z.string(),
    state: z.enum(['right', 'wrong', 'hint', 'unseen']),
    says: z.string(),
    todo: z.nullable(z.string()),
  }),
)
export type Setup = z.infer<typeof Setup>

/** `link`: what `link` made. `lines`: what `why` says, as plain text. */
export const PersonActed = z.object({
  message: z.string(),
  link: z.optional(MadeLink),
  lines: z.optional(z.array(z.string())),
})
