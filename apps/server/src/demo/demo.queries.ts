import { and, eq, isNull, like, sql } from 'drizzle-orm'
import { creditPackages } from '#/modules/credit/credit.table.ts'
import { inviteWithdrawals } from '#/modules/invite/invite.table.ts'
import { operators } from '#/modules/operator/operator.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { walletRegistrations } from '#/modules/wallet/wallet.table.ts'
import type { Db } from '#/platform/process/db.ts'

const SEEDING = 5_307_217

/** Locks until the end of the transaction, so that only one of several servers seeds the demo. */
export async function lockSeeding(tx: Db): Promise<void> {
  // Raw SQL: an advisory lock belongs to no table.
  await tx.execute(sql`select pg_advisory_xact_lock(${SEEDING})`)
}

/** Makes a person answer for a machine for which nobody does. */
export async function setResponsible(tx: Db, machine: string, personId: number): Promise<void> {
  const unknown = and(
    eq(operators.name, machine),
    eq(operators.kind, 'MACHINE'),
    isNull(operators.appointedBy),
  )
  await tx.update(operators).set({ appointedBy: personId }).where(unknown)
}

export async function hasDemoMembers(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(like(members.email, '%@solstice.example'))
    .limit(1)
  return rows.length > 0
}

export async function insertMembers(
  tx: Db,
  rows: (typeof members.$inferInsert)[],
): Promise<number[]> {
  const inserted = await tx.insert(members).values(rows).returning({ id: members.id })
  return inserted.map(({ id }) => id)
}

export async function setDeleted(tx: Db, memberId: number, deletedAt: Date): Promise<void> {
  const gone = `deleted:${memberId}`
  await tx
    .update(members)
    .set({ email: gone, nickname: gone, status: 'DISABLED', deletedAt })
    .where(eq(members.id, memberId))
}

export async function connectWallet(
  tx: Db,
  memberId: number,
  { address, at }: { address: string; at: Date },
): Promise<void> {
  await tx.update(members).set({ walletAddress: address }).where(eq(members.id, memberId))
  await tx
    .insert(walletRegistrations)
    .values({ memberId, address, method: 'CREATE', registeredAt: at })
}

export async function disconnectWallet(tx: Db, memberId: number, at: Date): Promise<void> {
  await tx.update(members).set({ walletAddress: null }).where(eq(members.id, memberId))
  await tx
    .update(walletRegistrations)
    .set({ disconnectedAt: at })
    .where(eq(walletRegistrations.memberId, memberId))
}

export async function insertWithdrawal(
  tx: Db,
  row: typeof inviteWithdrawals.$inferInsert,
): Promise<number> {
  const [inserted] = await tx
    .insert(inviteWithdrawals)
    .values(row)
    .returning({ id: inviteWithdrawals.id })
  if (!inserted) throw new Error('Inserting the withdrawal returned no row')
  return inserted.id
}

export async function findTicketProduct(db: Db, seasonId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.seasonId, seasonId), eq(products.payType, 'TICKET')))
    .limit(1)
  return row?.id
}

export async function hasCreditPackages(db: Db): Promise<boolean> {
  const rows = await db.select({ id: creditPackages.id }).from(creditPackages).limit(1)
  return rows.length > 0
}
