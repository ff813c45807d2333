import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { daysBetween, programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { tokenText } from '@solstice/rules/round'
import { isReturn, XP_SOURCES, xpSourceOf, type XpSource } from '@solstice/rules/xp-source'
import type { DayRow, PaymentRow } from './statistics.queries.ts'

export type SeasonDay = CallData<'statistics.season'>['days'][number]

type Aggregates = {
  startAt: Date
  /** The last day to show. */
  until: Date
  days: readonly DayRow[]
  attendance: readonly { day: string; participants: number; newcomers: number }[]
  payments: readonly PaymentRow[]
  refusals: readonly { day: string; refusals: number }[]
  pushes: readonly { day: string; sent: number; dropped: number }[]
  reward: { decimals: number }
}

/** Sums of an asset that was gained and lost; returned purchases reduce both. */
export function madeAndSpent(rows: readonly Pick<DayRow, 'kind' | 'credited' | 'debited'>[]) {
  let made = 0n
  let spent = 0n
  for (const { kind, credited, debited } of rows) {
    made += isReturn(kind) ? -debited : credited
    spent += isReturn(kind) ? -credited : debited
  }
  return { made, spent }
}

/** Returns the days of a season up to one of them, also those without any activity. */
export function seasonDaysOf(facts: Aggregates): SeasonDay[] {
  const count = daysBetween(facts.startAt, facts.until)
  const first = startOfDay(programmeDayOf(facts.startAt)).getTime()
  const rowsOf = Map.groupBy(facts.days, ({ day }) => day)
  const early = facts.days.filter(({ day }) => day < programmeDayOf(facts.startAt))
  let held = heldOf(early)
  return Array.from({ length: count }, (_, index) => {
    const date = programmeDayOf(new Date(first + index * DAY_MS))
    const rows = rowsOf.get(date) ?? []
    held += heldOf(rows)
    return dayOf({ day: index + 1, date, rows, held }, facts)
  })
}

function heldOf(rows: readonly DayRow[]): bigint {
  const { made, spent } = madeAndSpent(rows.filter(({ asset }) => asset === 'XP'))
  return made - spent
}

type OneDay = { day: number; date: SeasonDay['date']; rows: readonly DayRow[]; held: bigint }

function dayOf({ day, date, rows, held }: OneDay, facts: Aggregates): SeasonDay {
  const byAsset = Map.groupBy(rows, ({ asset }) => asset)
  const xpRows = byAsset.get('XP') ?? []
  const xp = madeAndSpent(xpRows)
  const tickets = madeAndSpent(byAsset.get('TICKET') ?? [])
  const attended = facts.attendance.find((each) => each.day === date)
  const pushed = facts.pushes.find((each) => each.day === date)
  return {
    day,
    date,
    participants: attended?.participants ?? 0,
    newParticipants: attended?.newcomers ?? 0,
    xp: xpBySource(xpRows),
    xpMade: Number(xp.made),
    xpSpent: Number(xp.spent),
    xpHeld: Number(held),
    ticketsMade: Number(tickets.made),
    ticketsUsed: Number(tickets.spent),
    checkIns: postingsOf(xpRows, 'checkIn'),
    spins: postingsOf(xpRows, 'spin'),
    purchases: purchasesOf(rows),
    payments: paymentsOf(facts.payments.filter((each) => each.day === date)),
    ...rewardsOf(byAsset.get('REWARD') ?? [], facts.reward.decimals),
    refusals: facts.refusals
      .filter((each) => each.day === date)
      .reduce((sum, { refusals }) => sum + refusals, 0),
    pushesSent: pushed?.sent ?? 0,
    pushesDropped: pushed?.dropped ?? 0,
  }
}

function xpBySource(rows: readonly DayRow[]): SeasonDay['xp'] {
  const sums = Object.fromEntries(XP_SOURCES.map((source) => [source, 0])) as SeasonDay['xp'] // Every source has an entry.
  for (const row of rows) sums[xpSourceOf(row.kind)] += Number(madeAndSpent([row]).made)
  return sums
}

function postingsOf(rows: readonly DayRow[], source: XpSource): number {
  return rows
    .filter(({ kind }) => xpSourceOf(kind) === source)
    .reduce((sum, { postings }) => sum + postings, 0)
}

/** A purchase has one posting, which may move several assets. */
function purchasesOf(rows: readonly DayRow[]): number {
  const bought = rows.filter(({ kind }) => xpSourceOf(kind) === 'product')
  const byKind = Map.groupBy(bought, ({ kind }) => kind)
  return Array.from(byKind.values()).reduce(
    (sum, ofKind) => sum + Math.max(...ofKind.map(({ postings }) => postings)),
    0,
  )
}

export function rewardsOf(rows: readonly DayRow[], decimals: number) {
  const sum = (kind: string, side: 'credited' | 'debited') =>
    rows.filter((row) => row.kind === kind).reduce((total, row) => total + row[side], 0n)
  return {
    rewarded: tokenText(sum('ROUND_REWARD', 'credited'), decimals),
    paid: tokenText(sum('ROUND_REWARD_PAID', 'debited'), decimals),
  }
}

/**
 * Adds up payments by token, whose decimals may differ between chains. A payment that its chain
 * reversed was never received, so it counts as returned.
 */
export function paymentsOf(
  payments: readonly Pick<PaymentRow, 'flow' | 'symbol' | 'decimals' | 'amount'>[],
): SeasonDay['payments'] {
  return Array.from(
    Map.groupBy(payments, ({ symbol }) => symbol),
    ([symbol, own]) => {
      const decimals = Math.max(...own.map((each) => each.decimals))
      const sum = (some: typeof own) =>
        some.reduce(
          (total, each) => total + each.amount * 10n ** BigInt(decimals - each.decimals),
          0n,
        )
      const isIncome = ({ flow }: (typeof own)[number]) => flow === 'INCOME'
      return {
        symbol,
        income: tokenText(sum(own.filter(isIncome)), decimals),
        returned: tokenText(sum(own.filter((each) => !isIncome(each))), decimals),
      }
    },
  ).toSorted((one, other) => one.symbol.localeCompare(other.symbol))
}
