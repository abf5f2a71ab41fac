import { LADDER_SINCE } from '@reveille/core/consents/consents'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Client } from 'pg'

type Inserted = { id: number; phone: string; second: string | null }

/**
 * People who have signed up, verified their phones and chosen a voice, which isn't under test here. For each: whether
 * they agreed to up to nine calls on one morning, and whether they verified a second number.
 */
export async function insertPeople(
  client: Client,
  inserted: readonly { hasAgreed: boolean; hasSecond: boolean }[],
  now: Instant,
): Promise<Inserted[]> {
  const people: Inserted[] = []
  for (const [place, { hasAgreed, hasSecond }] of inserted.entries()) {
    const n = place + 1
    const phone = `+49150${String(10_000_000 + n)}`
    const second = hasAgreed && hasSecond ? `+49152${String(10_000_000 + n)}` : null
    const { rows } = await client.query<{ id: number }>(
      `insert into users (email, name, phone, phone_verified, second_phone, second_phone_verified, created_at, updated_at)
       values ($1, $2, $3, true, $4, $4::text is not null, $5, $5) returning id`,
      [`sleeper${n}@example.com`, `Sleeper ${n}`, phone, second, new Date(now)],
    )
    const id = rows[0]!.id
    await client.query(
      `insert into personalizations (user_id, goals, struggles, voice, created_at, updated_at)
       values ($1, '{exercise}', '{snooze}', 'liam', $2, $2)`,
      [id, new Date(now)],
    )
    if (hasAgreed)
      await client.query(
        `insert into consents (user_id, kind, version, given_at) values ($1, 'calls-and-texts', $2, $3)`,
        [id, LADDER_SINCE, new Date(now)],
      )
    people.push({ id, phone, second })
  }
  return people
}

/** Somebody who expects no calls, and takes over other people's numbers. */
export async function insertStranger(client: Client, now: Instant): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into users (email, name, created_at, updated_at)
     values ('stranger@example.com', 'Stranger', $1, $1) returning id`,
    [new Date(now)],
  )
  return rows[0]!.id
}
