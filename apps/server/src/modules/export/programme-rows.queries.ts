import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { missionMemories } from '#/modules/mission/memory.table.ts'
import {
  missionAddresses,
  missionAlarms,
  missionCompletions,
  missionOpens,
  seasonMembers,
  spinCommitments,
} from '#/modules/mission/mission.table.ts'
import {
  leagueEntries,
  leagueMembers,
  leagueOptOuts,
  leagueWeeks,
} from '#/modules/league/league.table.ts'
import { noticeReads } from '#/modules/notice/notice.table.ts'
import { seasonStandings } from '#/modules/ranking/ranking.table.ts'
import { seasonPlaces } from '#/modules/recap/recap.table.ts'
import {
  roundStandings,
  seasonMissions,
  seasonRounds,
  seasons,
} from '#/modules/season/season.table.ts'
import { alerts } from '#/platform/books/alerts.table.ts'
import { histories } from '#/platform/books/histories.table.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '#/platform/books/ledger.table.ts'
import { memberRefusals } from '#/platform/books/refusals.table.ts'
import type { ExportedMember, ExportedRows } from './exported.ts'

const query = new QueryBuilder()

// The keys of these tables begin with the season or the round, so the rows of a member are found by one
// look-up for each of them.
const everySeason = query.select({ id: seasons.id }).from(seasons)
const everyLeagueWeek = query
  .select({ seasonId: leagueWeeks.seasonId, week: leagueWeeks.week })
  .from(leagueWeeks)
const everyRound = query.select({ id: seasonRounds.id }).from(seasonRounds)

const ownAccounts = ({ id }: ExportedMember) =>
  query
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.memberId, id))

const history: ExportedRows[] = [
  {
    name: 'histories',
    group: 'history',
    table: histories,
    where: ({ id }) => eq(histories.memberId, id),
    fields: {
      id: histories.id,
      seasonId: histories.seasonId,
      tab: histories.tab,
      kind: histories.kind,
      missionId: histories.missionId,
      roundId: histories.roundId,
      xp: histories.xp,
      tickets: histories.tickets,
      reward: histories.reward,
      status: histories.status,
      txHash: histories.txHash,
      data: histories.data,
      createdAt: histories.createdAt,
    },
    order: [histories.id],
  },
  {
    name: 'ledger_accounts',
    group: 'history',
    table: ledgerAccounts,
    where: ({ id }) => eq(ledgerAccounts.memberId, id),
    fields: {
      id: ledgerAccounts.id,
      asset: ledgerAccounts.asset,
      scope: ledgerAccounts.scope,
      balance: ledgerAccounts.balance,
    },
    order: [ledgerAccounts.id],
  },
  {
    name: 'ledger_entries',
    group: 'history',
    table: ledgerEntries,
    where: (member) => inArray(ledgerEntries.accountId, ownAccounts(member)),
    fields: {
      transactionId: ledgerEntries.transactionId,
      accountId: ledgerEntries.accountId,
      amount: ledgerEntries.amount,
    },
    order: [ledgerEntries.transactionId, ledgerEntries.accountId],
  },
  {
    name: 'ledger_transactions',
    group: 'history',
    table: ledgerTransactions,
    where: (member) =>
      inArray(
        ledgerTransactions.id,
        query
          .select({ id: ledgerEntries.transactionId })
          .from(ledgerEntries)
          .where(inArray(ledgerEntries.accountId, ownAccounts(member))),
      ),
    fields: {
      id: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      reverses: ledgerTransactions.reverses,
      data: ledgerTransactions.data,
      createdAt: ledgerTransactions.createdAt,
    },
    order: [ledgerTransactions.id],
  },
]

const missions: ExportedRows[] = [
  {
    name: 'season_members',
    group: 'missions',
    table: seasonMembers,
    where: ({ id }) =>
      and(inArray(seasonMembers.seasonId, everySeason), eq(seasonMembers.memberId, id)),
    fields: {
      seasonId: seasonMembers.seasonId,
      checkIns: seasonMembers.checkIns,
      checkInXp: seasonMembers.checkInXp,
      spins: seasonMembers.spins,
      freeSpinsDay: seasonMembers.freeSpinsDay,
      freeSpinsUsed: seasonMembers.freeSpinsUsed,
    },
    order: [seasonMembers.seasonId],
  },
  {
    name: 'season_standings',
    group: 'missions',
    table: seasonStandings,
    where: ({ id }) =>
      and(inArray(seasonStandings.seasonId, everySeason), eq(seasonStandings.memberId, id)),
    fields: {
      seasonId: seasonStandings.seasonId,
      xp: seasonStandings.xp,
      score: seasonStandings.score,
    },
    order: [seasonStandings.seasonId],
  },
  {
    name: 'season_places',
    group: 'missions',
    table: seasonPlaces,
    where: ({ id }) =>
      and(inArray(seasonPlaces.seasonId, everySeason), eq(seasonPlaces.memberId, id)),
    fields: { seasonId: seasonPlaces.seasonId, place: seasonPlaces.place },
    order: [seasonPlaces.seasonId],
  },
  {
    name: 'league_members',
    group: 'missions',
    table: leagueMembers,
    where: ({ id }) =>
      and(inArray(leagueMembers.seasonId, everySeason), eq(leagueMembers.memberId, id)),
    fields: {
      seasonId: leagueMembers.seasonId,
      rung: leagueMembers.rung,
      baseXp: leagueMembers.baseXp,
      pace: leagueMembers.pace,
    },
    order: [leagueMembers.seasonId],
  },
  {
    name: 'league_entries',
    group: 'missions',
    table: leagueEntries,
    where: ({ id }) =>
      and(
        sql`(${leagueEntries.seasonId}, ${leagueEntries.week}) in ${everyLeagueWeek}`,
        eq(leagueEntries.memberId, id),
      ),
    fields: {
      seasonId: leagueEntries.seasonId,
      week: leagueEntries.week,
      blindedId: leagueEntries.blindedId,
      rung: leagueEntries.rung,
      isApart: leagueEntries.isApart,
      pace: leagueEntries.pace,
      band: leagueEntries.band,
      league: leagueEntries.league,
      xp: leagueEntries.xp,
      place: leagueEntries.place,
      outcome: leagueEntries.outcome,
      toRung: leagueEntries.toRung,
      enteredAt: leagueEntries.enteredAt,
    },
    order: [leagueEntries.seasonId, leagueEntries.week],
  },
  {
    name: 'league_opt_outs',
    group: 'missions',
    table: leagueOptOuts,
    where: ({ id }) => eq(leagueOptOuts.memberId, id),
    fields: { optedOutAt: leagueOptOuts.optedOutAt },
    order: [leagueOptOuts.optedOutAt],
  },
  {
    name: 'round_standings',
    group: 'missions',
    table: roundStandings,
    where: ({ id }) =>
      and(inArray(roundStandings.roundId, everyRound), eq(roundStandings.memberId, id)),
    fields: {
      roundId: roundStandings.roundId,
      xp: roundStandings.xp,
      checkInDays: roundStandings.checkInDays,
    },
    order: [roundStandings.roundId],
  },
  {
    name: 'mission_completions',
    group: 'missions',
    table: missionCompletions,
    where: ({ id }) =>
      and(inArray(missionCompletions.seasonId, everySeason), eq(missionCompletions.memberId, id)),
    fields: {
      seasonId: missionCompletions.seasonId,
      missionId: missionCompletions.missionId,
      slot: missionCompletions.slot,
      day: missionCompletions.day,
      historyId: missionCompletions.historyId,
    },
    order: [missionCompletions.seasonId, missionCompletions.missionId, missionCompletions.slot],
  },
  {
    name: 'mission_memories',
    group: 'missions',
    table: missionMemories,
    where: ({ id }) => eq(missionMemories.memberId, id),
    fields: {
      seasonId: missionMemories.seasonId,
      missionId: missionMemories.missionId,
      memory: missionMemories.memory,
      updatedAt: missionMemories.updatedAt,
    },
    order: [missionMemories.seasonId, missionMemories.missionId],
  },
  {
    name: 'mission_addresses',
    group: 'missions',
    table: missionAddresses,
    where: ({ id }) => eq(missionAddresses.memberId, id),
    fields: {
      seasonId: missionAddresses.seasonId,
      missionId: missionAddresses.missionId,
      address: missionAddresses.address,
      slot: missionAddresses.slot,
    },
    order: [missionAddresses.seasonId, missionAddresses.missionId, missionAddresses.slot],
  },
  {
    name: 'mission_alarms',
    group: 'missions',
    table: missionAlarms,
    where: ({ id }) => eq(missionAlarms.memberId, id),
    fields: {
      seasonId: missionAlarms.seasonId,
      missionId: missionAlarms.missionId,
      enabled: missionAlarms.enabled,
      updatedAt: missionAlarms.updatedAt,
    },
    order: [missionAlarms.seasonId, missionAlarms.missionId],
  },
  {
    name: 'mission_opens',
    group: 'missions',
    table: missionOpens,
    where: ({ id }) =>
      and(
        eq(missionOpens.memberId, id),
        exists(
          query
            .select({ id: seasonMissions.missionId })
            .from(seasonMissions)
            .where(
              and(
                eq(seasonMissions.seasonId, missionOpens.seasonId),
                eq(seasonMissions.missionId, missionOpens.missionId),
              ),
            ),
        ),
      ),
    fields: {
      seasonId: missionOpens.seasonId,
      missionId: missionOpens.missionId,
      openedAt: missionOpens.openedAt,
    },
    order: [missionOpens.seasonId, missionOpens.missionId],
  },
  {
    name: 'spin_commitments',
    group: 'missions',
    table: spinCommitments,
    where: ({ id }) =>
      and(inArray(spinCommitments.seasonId, everySeason), eq(spinCommitments.memberId, id)),
    fields: {
      seasonId: spinCommitments.seasonId,
      nonce: spinCommitments.nonce,
      commitment: spinCommitments.commitment,
      odds: spinCommitments.odds,
      serverSeed: spinCommitments.serverSeed,
      clientSeed: spinCommitments.clientSeed,
      prizeIndex: spinCommitments.prizeIndex,
      usedTicket: spinCommitments.usedTicket,
      historyId: spinCommitments.historyId,
      createdAt: spinCommitments.createdAt,
      revealedAt: spinCommitments.revealedAt,
    },
    order: [spinCommitments.seasonId, spinCommitments.nonce],
  },
]

const notices: ExportedRows[] = [
  {
    name: 'alerts',
    group: 'notices',
    table: alerts,
    where: ({ id }) => eq(alerts.memberId, id),
    fields: {
      id: alerts.id,
      code: alerts.code,
      data: alerts.data,
      createdAt: alerts.createdAt,
      readAt: alerts.readAt,
      usefulUntil: alerts.usefulUntil,
      pushSkipped: alerts.pushSkipped,
    },
    order: [alerts.id],
  },
  {
    name: 'notice_reads',
    group: 'notices',
    table: noticeReads,
    where: ({ id }) => eq(noticeReads.memberId, id),
    fields: { noticeId: noticeReads.noticeId, readAt: noticeReads.readAt },
    order: [noticeReads.noticeId],
  },
  {
    name: 'member_refusals',
    group: 'notices',
    table: memberRefusals,
    where: ({ id }) => eq(memberRefusals.memberId, id),
    fields: {
      id: memberRefusals.id,
      call: memberRefusals.call,
      subject: memberRefusals.subject,
      code: memberRefusals.code,
      reason: memberRefusals.reason,
      seasonVersion: memberRefusals.seasonVersion,
      trace: memberRefusals.trace,
      hourStartedAt: memberRefusals.hourStartedAt,
      firstAt: memberRefusals.firstAt,
      lastAt: memberRefusals.lastAt,
      count: memberRefusals.count,
    },
    order: [memberRefusals.id],
  },
]

export const programmeRows: readonly ExportedRows[] = [...history, ...missions, ...notices]
