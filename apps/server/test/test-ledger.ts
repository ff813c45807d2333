import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { balanceOf, postAll, transfer, type Posted } from '#/platform/books/ledger.ts'

/** The time of every posting in tests of the ledger. */
export const at = new Date('2026-06-23T08:00:00.000Z')
export const ISSUANCE = { system: 'ISSUANCE' } as const

let keys = 0
export const freshKey = (): string => `test:${(keys += 1)}`

export function credit(db: Db, member: number, amount: bigint, key = freshKey()): Promise<Posted> {
  const to = { member }
  return transfer(db, { kind: 'CREDIT', key, at, from: ISSUANCE, to, asset: 'XP', amount })
}

/** Credits many postings in one statement, in the given order. */
export function creditAll(
  db: Db,
  credits: readonly { member: number; amount: bigint }[],
): Promise<Posted[]> {
  return postAll(
    db,
    credits.map(({ member, amount }) => ({
      kind: 'CREDIT',
      key: freshKey(),
      at,
      entries: [
        { holder: { member }, asset: 'XP', amount },
        { holder: ISSUANCE, asset: 'XP', amount: -amount },
      ],
    })),
  )
}

export function spend(db: Db, member: number, amount: bigint, key = freshKey()): Promise<Posted> {
  const from = { member }
  const to = { system: 'SHOP' } as const
  return transfer(db, { kind: 'SPEND', key, at, from, to, asset: 'XP', amount })
}

export const xpOf = (db: Db, member: number): Promise<bigint> =>
  balanceOf(db, { member, asset: 'XP' })

/** Counts the postings; an equal count before and after shows that the ledger was not touched. */
export async function countPostings(db: Db): Promise<number> {
  const query = sql`select count(*) as postings from ledger_transactions`
  const [row] = await rowsOf<{ postings: number | string }>(db, query)
  return Number(row?.postings)
}

/** Returns the messages of an error and all its causes, including those of the database. */
export async function faultOf(promise: Promise<unknown>): Promise<string> {
  let text = ''
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  for (let cause = error; cause instanceof Error; cause = cause.cause) text += `${cause.message}\n`
  return text
}
