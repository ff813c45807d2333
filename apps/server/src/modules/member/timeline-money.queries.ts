import { eq, inArray } from 'drizzle-orm'
import { referralText } from '@solstice/rules/invite'
import { maskNickname } from '@solstice/rules/nickname'
import { tokenText } from '@solstice/rules/round'
import { inviteWithdrawals } from '#/modules/invite/invite.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { payouts } from '#/modules/payout/payout.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { friendEntryId } from './friend-entry.ts'
import { orderName, priceOf } from './order-name.ts'
import { findFriendStates, findReferralSymbol } from './referrals.queries.ts'
import { amountIn, entryText, type ReadEntries } from './timeline-entry.ts'

/** Orders without a history entry: packages of credit, which belong to no season. */
export const readOrders: ReadEntries = async (db, ids, language) => {
  const rows = await db
    .select({
      id: orders.id,
      seasonId: orders.seasonId,
      productName: products.name,
      givesCredit: orders.givesCredit,
      price: orders.price,
      payType: orders.payType,
      symbol: orders.symbol,
      decimals: orders.decimals,
      state: orders.state,
    })
    .from(orders)
    .leftJoin(products, eq(products.id, orders.productId))
    .where(inArray(orders.id, [...ids]))
  return new Map(
    rows.map((row) => {
      const { amount, unit } = priceOf(row)
      return [
        row.id,
        entryText({
          entryId: `order:${row.id}`,
          explained: true,
          kind: 'ORDER',
          seasonId: row.seasonId,
          name: orderName(row, language),
          amounts: [...amountIn('CREDIT', row.givesCredit), { amount: `-${amount}`, unit }],
          state: row.state,
        }),
      ]
    }),
  )
}

function refundRows(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: refunds.id,
      seasonId: refunds.seasonId,
      state: refunds.state,
      outcome: refunds.outcome,
      decidedAt: refunds.decidedAt,
      productName: products.name,
    })
    .from(refunds)
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(products, eq(products.id, orders.productId))
    .where(inArray(refunds.id, [...ids]))
}

/** A refund is explained where its latest state is shown. */
export const readRefundRequests: ReadEntries = async (db, ids, language) => {
  const rows = await refundRows(db, ids)
  return new Map(
    rows.map(({ id, seasonId, decidedAt, productName }) => [
      id,
      entryText({
        entryId: decidedAt === null ? `refund:${id}` : `refund:${id}.requested`,
        explained: decidedAt === null,
        kind: 'REFUND',
        seasonId,
        name: productName && productName[language],
        state: 'REQUESTED',
      }),
    ]),
  )
}

export const readRefundDecisions: ReadEntries = async (db, ids, language) => {
  const rows = await refundRows(db, ids)
  return new Map(
    rows.map(({ id, seasonId, state, outcome, productName }) => [
      id,
      entryText({
        entryId: `refund:${id}`,
        explained: true,
        kind: 'REFUND',
        seasonId,
        name: productName && productName[language],
        state: outcome ?? state,
      }),
    ]),
  )
}

export const readWithdrawals: ReadEntries = async (db, ids) => {
  const { id, amount, symbol, status } = inviteWithdrawals
  const rows = await db
    .select({ id, amount, symbol, status })
    .from(inviteWithdrawals)
    .where(inArray(id, [...ids]))
  return new Map(
    rows.map((row) => [
      row.id,
      entryText({
        entryId: `withdrawal:${row.id}`,
        explained: true,
        kind: 'WITHDRAWAL',
        amounts: [{ amount: `-${referralText(row.amount)}`, unit: row.symbol }],
        state: row.status,
      }),
    ]),
  )
}

export const readPayouts: ReadEntries = async (db, ids) => {
  const { id, purpose, amount, symbol, decimals, state } = payouts
  const rows = await db
    .select({ id, purpose, amount, symbol, decimals, state })
    .from(payouts)
    .where(inArray(id, [...ids]))
  return new Map(
    rows.map((row) => [
      row.id,
      entryText({
        entryId: `payout:${row.id}`,
        // It replaces another payout and pays nothing to the member.
        explained: row.purpose !== 'CANCEL',
        kind: 'PAYOUT',
        name: row.purpose,
        amounts: [{ amount: tokenText(row.amount, row.decimals), unit: row.symbol }],
        state: row.state,
      }),
    ]),
  )
}

/** A friend is masked, because the file of the friend was not opened. */
async function friendRows(db: Db, ids: readonly number[]) {
  const rows = await findFriendStates(db, ids)
  return rows.map((row) => ({
    ...row,
    name: row.deletedAt === null ? maskNickname(row.nickname) : null,
    entryId: friendEntryId(row.referredAt ?? new Date(0), row.position),
  }))
}

/** A friend is explained where the latest state is shown. */
export const readFriendsJoined: ReadEntries = async (db, ids) => {
  const rows = await friendRows(db, ids)
  return new Map(
    rows.map(({ id, entryId, name, state }) => [
      id,
      entryText({
        entryId: state === null ? entryId : `${entryId}.joined`,
        explained: state === null,
        kind: 'FRIEND',
        name,
        state: 'JOINED',
      }),
    ]),
  )
}

export const readFriendsQualified: ReadEntries = async (db, ids) => {
  const rows = await friendRows(db, ids)
  const unit = await findReferralSymbol(db)
  return new Map(
    rows.map(({ id, entryId, name, seasonId, state, amount }) => [
      id,
      entryText({
        entryId,
        explained: true,
        kind: 'FRIEND',
        seasonId,
        name,
        amounts: amount ? [{ amount: referralText(amount), unit }] : [],
        state,
      }),
    ]),
  )
}
