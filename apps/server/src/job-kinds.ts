import { nextDemoSeason } from './demo/seasons.ts'
import { unblockEmail } from './modules/account/account.jobs.ts'
import { expireApproval, mailApproval } from './modules/approval/approval.jobs.ts'
import { checkAlarmsJob, mailAlarm, postAlarm } from './modules/alarm/alarm.jobs.ts'
import { aggregateBooksJob, reconcileBooksJob } from './modules/books/books.jobs.ts'
import { assessHolds, assessNextBatch, lapseHoldsJob } from './modules/hold/hold.jobs.ts'
import { buildRootsJob, runClaims } from './modules/distribution/distribution.jobs.ts'
import { qualifyFriends } from './modules/invite/invite.jobs.ts'
import { advanceLeaguesJob } from './modules/league/league.jobs.ts'
import { recordPricesJob } from './modules/network/network.jobs.ts'
import { insertQualifications } from './modules/invite/invite.queue.ts'
import { findOrderPayments } from './modules/order/order.jobs.ts'
import { anchorLog } from './modules/points-log/anchor.jobs.ts'
import { appendToLog } from './modules/points-log/points-log.jobs.ts'
import { payMembers } from './modules/payout/payout.jobs.ts'
import { eraseDeletedPins } from './modules/pin/pin.jobs.ts'
import { aggregateRanking } from './modules/ranking/ranking.jobs.ts'
import { prepareRecaps } from './modules/recap/recap.jobs.ts'
import {
  announceSeason,
  beginSeasonPartition,
  expireSeasonRewards,
  openSeason,
  publishSeason,
  settleRounds,
} from './modules/season/season.jobs.ts'
import { decideDays, followExcusedDays } from './modules/season/excused-day.jobs.ts'
import { remind } from './modules/alert/alert.jobs.ts'
import { measureEffect, runCampaign } from './modules/notice/notice.jobs.ts'
import { enqueueFallbackSend } from './modules/push/delivery.service.ts'
import { addressAlerts, sendPushes } from './modules/push/push.jobs.ts'
import { mailEnrolment, mailOperatorNotice } from './modules/operator/operator.jobs.ts'
import { decideRefunds, returnPayments } from './modules/refund/refund.jobs.ts'
import { expireSendJob, prepareRelaysJob } from './modules/relay/relay.jobs.ts'
import { openUnmatchedRefund } from './modules/refund/refund.service.ts'
import { aggregateStatisticsJob } from './modules/statistics/statistics.jobs.ts'
import { deleteEvents, mailSecurityEvent } from './modules/security/security.jobs.ts'
import { mailCode } from './modules/verification/verification.jobs.ts'
import { notifyIncoming } from './modules/wallet/incoming.jobs.ts'
import { WELCOME_WALLET, welcomeWallet } from './modules/wallet/wallet.jobs.ts'
import type { AnyJobKind } from './platform/process/jobs.ts'
import { mailCheckpoint, verifyAuditJob } from './platform/books/audit.jobs.ts'
import { verifyLedgerJob } from './platform/books/ledger-verification.jobs.ts'
import { resealJob } from './platform/process/sealing-keys.ts'
import { sweepJob } from './platform/process/sweep.ts'
import { payoutPurposes } from './payout-purposes.ts'
import { readSeasonSources } from './publishing-sources.ts'
import { reminderSources } from './reminder-sources.ts'
import { sealedValues } from './sealed-values.ts'
import { sweeps } from './sweeps.ts'

/** All kinds of jobs. Each slice adds its own here. */
export const jobKinds: readonly AnyJobKind[] = [
  mailCode,
  mailSecurityEvent,
  mailEnrolment,
  mailOperatorNotice,
  deleteEvents,
  eraseDeletedPins,
  unblockEmail,
  expireApproval,
  mailApproval,
  aggregateRanking,
  aggregateStatisticsJob,
  aggregateBooksJob,
  reconcileBooksJob,
  checkAlarmsJob,
  assessHolds,
  lapseHoldsJob,
  mailAlarm,
  postAlarm,
  appendToLog,
  anchorLog,
  qualifyFriends,
  beginSeasonPartition,
  openSeason,
  publishSeason(readSeasonSources),
  announceSeason,
  decideDays,
  followExcusedDays(insertQualifications),
  settleRounds(assessNextBatch),
  advanceLeaguesJob,
  prepareRecaps,
  expireSeasonRewards,
  nextDemoSeason,
  welcomeWallet,
  notifyIncoming,
  addressAlerts,
  sendPushes,
  runCampaign,
  measureEffect,
  remind(reminderSources, enqueueFallbackSend),
  findOrderPayments(openUnmatchedRefund),
  decideRefunds,
  returnPayments,
  payMembers(payoutPurposes),
  buildRootsJob,
  runClaims,
  expireSendJob,
  prepareRelaysJob,
  verifyLedgerJob,
  verifyAuditJob,
  mailCheckpoint,
  recordPricesJob,
  resealJob(sealedValues),
  sweepJob(sweeps),
]

/** The kinds that only the process with the local chains can run, and all others. */
export const jobKindsOfChains = jobKinds.filter(({ kind }) => kind === WELCOME_WALLET)
export const standaloneJobKinds = jobKinds.filter(({ kind }) => kind !== WELCOME_WALLET)
