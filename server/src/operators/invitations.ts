import { INVITATION_MS } from '@reveille/core/sign-in/credentials'
import { hours } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import { findAccount } from '../people/people.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { isolated, layOutEmail, type Email } from '../platform/mail/email-layout.ts'
import type { Services } from '../platform/services.ts'
import { makeLink, withdrawIn } from '../sign-in/links/links.ts'
import { noteOwn, type Actor } from './people.ts'

/** `email`: where to mail it; otherwise the owner passes it on. The link is returned only once. */
export async function invite(
  services: Services,
  { ownerId, from }: Actor,
  { name, email }: { name?: string | undefined; email?: string | undefined },
): Promise<
  { outcome: 'invited'; url: string; expiresAt: Instant; mailed: boolean } | { outcome: 'nothing-to-change' }
> {
  if (services.config.signUp === 'closed') return { outcome: 'nothing-to-change' }
  const link = await inTransaction(services.db, async (tx) => {
    const invitation = { kind: 'invitation', madeBy: ownerId, forUser: null, name: name || null } as const
    const made = await makeLink(services, tx, { ...invitation, lifeMs: INVITATION_MS })
    await noteOwn(services, tx, { ownerId, from }, 'invited')
    return made
  })
  return {
    outcome: 'invited',
    ...link,
    mailed: email !== undefined && (await mailInvitation(services, ownerId, email, link.url)),
  }
}

/** Whether the mail server took it; otherwise the owner passes the link on. Not a job: its row would keep the secret. */
async function mailInvitation(
  { db, mailer, log }: Services,
  ownerId: number,
  to: string,
  url: string,
): Promise<boolean> {
  const owner = await findAccount(db, { id: ownerId })
  try {
    return await mailer.send({ to, ...invitationEmail(owner?.name ?? '', url) })
  } catch (error) {
    log.warn({ error }, 'invitation not emailed')
    return false
  }
}

function invitationEmail(by: string, url: string): Email {
  return layOutEmail({
    subject: `${by} invites you to Reveille`,
    headline: "You're invited",
    paragraphs: [
      `${isolated(by)} runs a private Reveille, which wakes people with a phone call, and invites you to join.`,
      `The link works once, for ${hours(INVITATION_MS)}. If you know nothing about this, you can ignore this email.`,
    ],
    link: { label: 'Join', url },
  })
}

/** False when it was used or withdrawn before. */
export function withdrawInvitation(services: Services, actor: Actor, id: number): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    const isWithdrawn = await withdrawIn(tx, id)
    if (isWithdrawn) await noteOwn(services, tx, actor, 'withdrew')
    return isWithdrawn
  })
}
