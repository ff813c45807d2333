import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findEntries, findOrderOf, findPayoutOf, findTransaction } from './books.queries.ts'
import type { BookAccount } from './books.table.ts'
import { readUnits } from './units.service.ts'

type View = CallData<'ledger.transaction'>
type Link = View['links'][number]

/** Returns a transaction with its entries, its cause and what it belongs to. */
export async function showTransaction(
  { db }: Pick<AppContext, 'db'>,
  transactionId: number,
): Promise<View> {
  const found = await findTransaction(db, transactionId)
  if (!found) throw refuse(Code.NOT_FOUND)
  const { kind, key, postedAt, reverses, reversedBy, data } = found
  const unitOf = await readUnits(db)
  const entries = (await findEntries(db, transactionId)).map((entry) => {
    const { asset, scope, memberId, systemName, amount } = entry
    const { symbol, text } = unitOf(asset, scope)
    // The database allows these names only.
    const account = (systemName ?? 'MEMBERS') as BookAccount
    return { asset, scope, symbol, account, userId: memberId, amount: text(amount) }
  })
  return {
    transactionId,
    kind,
    key,
    postedAt: postedAt.toISOString(),
    reverses,
    reversedBy,
    entries,
    links: await linksOf(db, { key, data, entries, reverses, reversedBy }),
  }
}

type Linked = Pick<View, 'key' | 'entries' | 'reverses' | 'reversedBy'> & { data: unknown }

async function linksOf(db: Db, transaction: Linked): Promise<Link[]> {
  const { key, data, entries, reverses, reversedBy } = transaction
  const links: Link[] = []
  const add = (kind: Link['kind'], id: number | string, userId: number | null = null) => {
    if (links.some((link) => link.kind === kind && link.id === String(id))) return
    links.push({ kind, id: String(id), userId })
  }
  for (const { userId } of entries) if (userId !== null) add('MEMBER', userId, userId)
  for (const { scope } of entries) {
    const season = /season:(\d+)$/.exec(scope)?.[1]
    if (season !== undefined) add('SEASON', season)
  }
  const refundId = numberIn(/^refund:(\d+)/, key)
  const orderId =
    numberIn(/^reversal:order:(\d+)$/, key) ?? numberIn(/^(\d+)$/, String(fieldOf(data, 'orderId')))
  const bought = await findOrderOf(db, { orderId, refundId })
  if (refundId !== undefined) add('REFUND', refundId, bought?.memberId ?? null)
  if (bought?.orderId != null) add('ORDER', bought.orderId, bought.memberId)
  const withdrawalId = numberIn(/^(?:failed:)?withdrawal:(\d+)$/, key)
  const holder = entries.find(({ userId }) => userId !== null)?.userId ?? null
  if (withdrawalId !== undefined) add('WITHDRAWAL', withdrawalId, holder)
  const payout = await findPayoutOf(db, payoutKeyOf(key))
  if (payout) add('PAYOUT', payout.id, payout.memberId)
  if (reverses !== null) add('TRANSACTION', reverses)
  if (reversedBy !== null) add('TRANSACTION', reversedBy)
  return links
}

/** A posting that follows a payout repeats its key; the parts of a refund share one. */
const payoutKeyOf = (key: string) =>
  key.replace(/^(?:paid|failed|expired):/, '').replace(/^(refund:\d+):.*$/, '$1')

function numberIn(pattern: RegExp, text: string): number | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

function fieldOf(data: unknown, name: string): unknown {
  if (typeof data !== 'object' || data === null || !(name in data)) return undefined
  return Object.entries(data).find(([key]) => key === name)?.[1]
}
