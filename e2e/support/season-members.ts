import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@solstice/rules/duration'
import { normaliseAddress } from '@solstice/rules/address'
import { HABITS, type Habit } from '@solstice/rules/season-simulation'
import { sessions } from '../../apps/server/src/modules/session/session.table.ts'
import { accessTokenText } from '../../apps/server/src/modules/session/session.tokens.ts'
import { members as memberTable } from '../../apps/server/src/modules/users/users.table.ts'
import { walletRegistrations } from '../../apps/server/src/modules/wallet/wallet.table.ts'
import type { Db } from '../../apps/server/src/platform/process/db.ts'
import { keysFrom } from '../../apps/server/src/platform/process/keys.ts'

/** The key of the server's sessions, with which the journey signs the tokens of its members. */
export const SESSION_KEY = 'the-key-of-the-sessions-of-the-season-journey'

/** Rows of one statement, below the limit of its parameters. */
const CHUNK = 500

/** A member who acts by the API, with the habit of a group of the simulation. */
export type SeasonMember = {
  memberId: number
  habit: Habit
  /** The tokens are valid for the whole season, so that no call only renews a session. */
  cookie: string
  /** Missions that are done for good or were refused. */
  finished: Set<number>
  hasBegun: boolean
}

/** Returns as many members of each habit as the simulation has. */
function habitsOf(count: number): Habit[] {
  return HABITS.flatMap((habit) =>
    Array.from({ length: Math.round(count * habit.share) }, () => habit),
  )
}

/**
 * Inserts members with a wallet and an open session. Signing up a thousand members by mail and
 * password would take longer than their season.
 */
export async function insertSeasonMembers(
  db: Db,
  { count, now, days }: { count: number; now: Date; days: number },
): Promise<SeasonMember[]> {
  const keys = keysFrom(SESSION_KEY)
  const until = new Date(now.getTime() + (days + 30) * DAY_MS)
  const joined: SeasonMember[] = []
  const habits = habitsOf(count)
  for (let from = 0; from < habits.length; from += CHUNK) {
    const people = habits.slice(from, from + CHUNK).map((habit, at) => ({
      habit,
      address: normaliseAddress(`0x5ea50${(from + at + 1).toString(16).padStart(35, '0')}`) ?? null,
      name: `traveller${from + at + 1}`,
    }))
    const rows = await db
      .insert(memberTable)
      .values(
        people.map(({ name, address }) => ({
          email: `${name}@harbor.example`,
          // No password matches, because these members never log in.
          passwordHash: 'none',
          nickname: name,
          referralCode: name,
          walletAddress: address,
          termsAgreedAt: now,
          privacyAgreedAt: now,
          createdAt: now,
        })),
      )
      .returning({ memberId: memberTable.id })
    const opened = rows.map(({ memberId }) => ({ id: randomUUID(), memberId }))
    await db.insert(sessions).values(
      opened.map((session) => ({
        ...session,
        generation: 0,
        received: true,
        keepLoggedIn: true,
        createdAt: now,
        rotatedAt: now,
        expiresAt: until,
      })),
    )
    await db.insert(walletRegistrations).values(
      rows.map(({ memberId }, at) => ({
        memberId,
        address: people[at]?.address ?? '',
        method: 'CREATE' as const,
        registeredAt: now,
      })),
    )
    for (const [at, { id, memberId }] of opened.entries()) {
      const token = accessTokenText(keys, { sessionId: id, generation: 0, expiresAt: until })
      const habit = people[at]?.habit
      if (!habit) throw new Error('The database returned more members than were inserted')
      const cookie = `solstice_access=${token}`
      joined.push({ memberId, habit, cookie, finished: new Set(), hasBegun: false })
    }
  }
  return joined
}
