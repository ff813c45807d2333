import { and, eq, inArray, sql } from 'drizzle-orm'
import { referralText } from '@solstice/rules/invite'
import { tokenText } from '@solstice/rules/round'
import { inviteClaims } from '#/modules/invite/invite.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { products } from '#/modules/product/product.table.ts'
import { seasonMissions, seasonRounds, seasons } from '#/modules/season/season.table.ts'
import { auditEntries } from '#/platform/books/audit.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import { ledgerKeys, ledgerTransactions } from '#/platform/books/ledger.table.ts'
import { memberRefusals } from '#/platform/books/refusals.table.ts'
import { priceOf } from './order-name.ts'
import { findReferralSymbol } from './referrals.queries.ts'
import { amountIn, entryText, type ReadEntries } from './timeline-entry.ts'
import { operatorOf } from './timeline-operator.ts'

const PAID_STATES: readonly (string | null)[] = ['COMPLETED', 'REFUNDED']

export const readHistories: ReadEntries = async (db, ids, language) => {
  const rows = await db
    .select({
      id: histories.id,
      seasonId: histories.seasonId,
      kind: histories.kind,
      xp: histories.xp,
      tickets: histories.tickets,
      reward: histories.reward,
      status: histories.status,
      missionTitle: seasonMissions.title,
      productName: products.name,
      roundNumber: seasonRounds.number,
      symbol: seasons.rewardSymbol,
      decimals: seasons.rewardDecimals,
      orderState: orders.state,
      price: orders.price,
      payType: orders.payType,
      orderSymbol: orders.symbol,
      orderDecimals: orders.decimals,
    })
    .from(histories)
    .innerJoin(seasons, eq(seasons.id, histories.seasonId))
    .leftJoin(
      seasonMissions,
      and(
        eq(seasonMissions.seasonId, histories.seasonId),
        eq(seasonMissions.missionId, histories.missionId),
      ),
    )
    .leftJoin(seasonRounds, eq(seasonRounds.id, histories.roundId))
    .leftJoin(orders, eq(orders.historyId, histories.id))
    .leftJoin(products, eq(products.id, orders.productId))
    .where(inArray(histories.id, [...ids]))
  return new Map(
    rows.map((row) => {
      const { id, price, payType } = row
      const paid =
        price !== null && payType === 'TOKEN' && PAID_STATES.includes(row.orderState)
          ? [priceOf({ price, payType, symbol: row.orderSymbol, decimals: row.orderDecimals })]
          : []
      const reward =
        row.reward === null
          ? []
          : [{ amount: tokenText(row.reward, row.decimals), unit: row.symbol }]
      const title = row.productName ?? row.missionTitle
      return [
        id,
        entryText({
          entryId: `history:${id}`,
          explained: true,
          kind: row.kind,
          seasonId: row.seasonId,
          name: title?.[language] ?? row.roundNumber?.toString() ?? null,
          amounts: [
            ...amountIn('XP', row.xp),
            ...amountIn('TICKET', row.tickets),
            ...reward,
            ...paid.map(({ amount, unit }) => ({ amount: `-${amount}`, unit })),
          ],
          state: row.status,
        }),
      ]
    }),
  )
}

/** The audit entry of an adjustment names its posting, which has no other record. */
export const readAdjustments: ReadEntries = async (db, ids) => {
  const symbol = await findReferralSymbol(db)
  const rows = await db
    .select({
      id: auditEntries.id,
      actor: auditEntries.actor,
      data: auditEntries.data,
      rewardSymbol: seasons.rewardSymbol,
      rewardDecimals: seasons.rewardDecimals,
      // Null if it is archived.
      postedId: ledgerTransactions.id,
    })
    .from(auditEntries)
    .leftJoin(
      ledgerTransactions,
      eq(ledgerTransactions.id, sql`(${auditEntries.data} ->> 'transactionId')::bigint`),
    )
    .leftJoin(seasons, eq(sql`'season:' || ${seasons.id}`, sql`${auditEntries.data} ->> 'scope'`))
    .where(inArray(auditEntries.id, [...ids]))
  return new Map(
    rows.map(({ id, actor, data, postedId, ...reward }) => {
      const { transactionId, asset, scope, amount } = data
      const season = /^season:(\d{1,15})$/.exec(String(scope))?.[1]
      const isPosted = typeof transactionId === 'number'
      return [
        id,
        entryText({
          entryId: isPosted ? `ledger:${transactionId}` : `audit:${id}`,
          explained: postedId !== null,
          kind: 'OPERATOR_ADJUSTMENT',
          seasonId: season === undefined ? null : Number(season),
          amounts: [adjusted(String(asset), String(amount), { symbol, ...reward })],
          operator: operatorOf(actor),
        }),
      ]
    }),
  )
}

type Tokens = { symbol: string; rewardSymbol: string | null; rewardDecimals: number | null }

/** Converts an adjusted amount, which the audit keeps in the smallest unit of the asset. */
function adjusted(asset: string, amount: string, tokens: Tokens) {
  const { symbol, rewardSymbol, rewardDecimals } = tokens
  const sign = amount.startsWith('-') ? '-' : ''
  const units = BigInt(amount.replace('-', ''))
  if (asset === 'REFERRAL') return { amount: sign + referralText(units), unit: symbol }
  if (asset === 'REWARD' && rewardSymbol !== null && rewardDecimals !== null) {
    return { amount: sign + tokenText(units, rewardDecimals), unit: rewardSymbol }
  }
  return { amount, unit: asset === 'SEASON_XP' ? 'XP' : asset }
}

/** A claim of referral rewards is posted without a history entry. */
export const readReferralClaims: ReadEntries = async (db, ids) => {
  const unit = await findReferralSymbol(db)
  const rows = await db
    .select({
      id: inviteClaims.id,
      amount: inviteClaims.amount,
      transactionId: ledgerKeys.transactionId,
    })
    .from(inviteClaims)
    .leftJoin(ledgerKeys, eq(ledgerKeys.key, sql`'referral-claim:' || ${inviteClaims.id}`))
    .where(inArray(inviteClaims.id, [...ids]))
  return new Map(
    rows.map(({ id, amount, transactionId }) => [
      id,
      entryText({
        entryId: transactionId === null ? `claim:${id}` : `ledger:${transactionId}`,
        explained: transactionId !== null,
        kind: 'REFERRAL_CLAIM',
        amounts: amount === null ? [] : [{ amount: referralText(amount), unit }],
      }),
    ]),
  )
}

export const readRefusals: ReadEntries = async (db, ids, language) => {
  const rows = await db
    .select({
      id: memberRefusals.id,
      subject: memberRefusals.subject,
      code: memberRefusals.code,
      reason: memberRefusals.reason,
      count: memberRefusals.count,
      missionTitle: seasonMissions.title,
    })
    .from(memberRefusals)
    .leftJoin(
      seasonMissions,
      and(
        eq(seasonMissions.seasonId, sql`(${memberRefusals.subject} ->> 'seasonId')::bigint`),
        eq(seasonMissions.missionId, sql`(${memberRefusals.subject} ->> 'missionId')::integer`),
      ),
    )
    .where(inArray(memberRefusals.id, [...ids]))
  return new Map(
    rows.map(({ id, subject, code, reason, count, missionTitle }) => [
      id,
      entryText({
        entryId: `refusal:${id}`,
        explained: true,
        kind: 'REFUSAL',
        seasonId: subject['seasonId'] ?? null,
        name: missionTitle && missionTitle[language],
        refusal: { code, reason: reason === '' ? null : reason, count },
      }),
    ]),
  )
}
