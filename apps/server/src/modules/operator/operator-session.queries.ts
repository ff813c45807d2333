import { and, asc, desc, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import { MINUTE_MS } from '@solstice/rules/duration'
import type { Db } from '#/platform/process/db.ts'
import { prepared, type Params } from '#/platform/process/prepared.ts'
import { operatorDevices, operatorSessions } from './operator-identity.table.ts'
import { operators } from './operator.table.ts'

export type SessionRow = typeof operatorSessions.$inferSelect

const findByToken = prepared(
  'operator.session',
  (db, { tokenHash }: Params<{ tokenHash: string }>) =>
    db
      .select({ session: operatorSessions, operator: operators })
      .from(operatorSessions)
      .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
      .where(and(eq(operatorSessions.tokenHash, tokenHash), isNull(operators.disabledAt))),
)

export async function findSessionByToken(db: Db, tokenHash: string) {
  const [row] = await findByToken(db, { tokenHash })
  return row
}

export async function findSession(db: Db, id: number): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(operatorSessions).where(eq(operatorSessions.id, id))
  return row
}

/** Records the use of a session; a later use that was recorded first stays. */
export async function touchSession(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(operatorSessions)
    .set({ lastUsedAt: now })
    .where(and(eq(operatorSessions.id, id), lt(operatorSessions.lastUsedAt, now)))
}

/** Writes at most once a minute, because every call of an operator comes here. */
export async function touchOperator(
  db: Db,
  { id, lastSeenAt }: { id: number; lastSeenAt: Date | null },
  now: Date,
): Promise<void> {
  if (lastSeenAt && now.getTime() - lastSeenAt.getTime() < MINUTE_MS) return
  const isOlder = or(isNull(operators.lastSeenAt), lt(operators.lastSeenAt, now))
  await db
    .update(operators)
    .set({ lastSeenAt: now })
    .where(and(eq(operators.id, id), isOlder))
}

export async function insertSession(
  db: Db,
  row: typeof operatorSessions.$inferInsert,
): Promise<SessionRow> {
  const [inserted] = await db.insert(operatorSessions).values(row).returning()
  if (!inserted) throw new Error('A session was not inserted')
  return inserted
}

export async function setStepUpChallenge(db: Db, id: number, challenge: string): Promise<void> {
  await db
    .update(operatorSessions)
    .set({ stepUpChallenge: challenge })
    .where(eq(operatorSessions.id, id))
}

/**
 * Takes the challenge, so that one assertion confirms once. Needs a transaction: the lock has to last
 * until the challenge is cleared.
 */
export async function takeStepUpChallenge(tx: Db, id: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ challenge: operatorSessions.stepUpChallenge })
    .from(operatorSessions)
    .where(eq(operatorSessions.id, id))
    .for('update')
  await tx
    .update(operatorSessions)
    .set({ stepUpChallenge: null })
    .where(eq(operatorSessions.id, id))
  return row?.challenge ?? undefined
}

/** Returns false if the session has ended meanwhile. */
export async function confirmSession(
  db: Db,
  id: number,
  fresh: Pick<
    SessionRow,
    'tokenHash' | 'factor' | 'approvesFrom' | 'steppedUpUntil' | 'lastUsedAt'
  >,
): Promise<boolean> {
  const changed = await db
    .update(operatorSessions)
    .set(fresh)
    .where(and(eq(operatorSessions.id, id), isNull(operatorSessions.endedAt)))
    .returning({ id: operatorSessions.id })
  return changed.length === 1
}

export function findOpenSessions(db: Db, operatorId: number): Promise<SessionRow[]> {
  return db
    .select()
    .from(operatorSessions)
    .where(and(eq(operatorSessions.operatorId, operatorId), isNull(operatorSessions.endedAt)))
    .orderBy(desc(operatorSessions.lastUsedAt), asc(operatorSessions.id))
}

/** Returns whether an open session of this operator was ended. */
export async function endSessionRow(
  db: Db,
  { id, operatorId }: { id: number; operatorId: number },
  endedAt: Date,
): Promise<boolean> {
  const own = and(eq(operatorSessions.id, id), eq(operatorSessions.operatorId, operatorId))
  const ended = await db
    .update(operatorSessions)
    .set({ endedAt })
    .where(and(own, isNull(operatorSessions.endedAt)))
    .returning({ id: operatorSessions.id })
  return ended.length === 1
}

/** Ends all sessions of an operator, except one if its id is given. */
export async function endSessionsOf(
  db: Db,
  operatorId: number,
  endedAt: Date,
  exceptId = 0,
): Promise<void> {
  await db
    .update(operatorSessions)
    .set({ endedAt })
    .where(
      and(
        eq(operatorSessions.operatorId, operatorId),
        isNull(operatorSessions.endedAt),
        ne(operatorSessions.id, exceptId),
      ),
    )
}

/** Returns whether the person with this address has signed in with this device before. */
export async function findDevice(
  db: Db,
  { email, deviceHash }: { email: string; deviceHash: string },
): Promise<boolean> {
  const [row] = await db
    .select({ operatorId: operatorDevices.operatorId })
    .from(operatorDevices)
    .innerJoin(operators, eq(operators.id, operatorDevices.operatorId))
    .where(and(eq(operators.email, email), eq(operatorDevices.deviceHash, deviceHash)))
  return row !== undefined
}

/** Stores a device that signs in, and returns whether it is new to this operator. */
export async function rememberDevice(
  db: Db,
  device: { operatorId: number; deviceHash: string; now: Date },
): Promise<boolean> {
  const { operatorId, deviceHash, now } = device
  const known = await db
    .update(operatorDevices)
    .set({ lastSeenAt: now })
    .where(
      and(eq(operatorDevices.operatorId, operatorId), eq(operatorDevices.deviceHash, deviceHash)),
    )
    .returning({ operatorId: operatorDevices.operatorId })
  if (known.length > 0) return false
  await db
    .insert(operatorDevices)
    .values({ operatorId, deviceHash, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoNothing()
  return true
}

/** Returns the sessions that were not ended, including those that are idle. */
export async function findOpenSessionsOfAll(
  db: Db,
  operatorIds: readonly number[],
): Promise<SessionRow[]> {
  if (operatorIds.length === 0) return []
  return db
    .select()
    .from(operatorSessions)
    .where(
      and(inArray(operatorSessions.operatorId, [...operatorIds]), isNull(operatorSessions.endedAt)),
    )
}
