import { approvalSubjects } from './approval-subjects.ts'
import type { Mount, MountOptions } from './http/mount.ts'
import { jobKinds } from './job-kinds.ts'
import { readMetrics } from './metric-readings.ts'
import { accountRoutes } from './modules/account/account.routes.ts'
import { alarmRoutes } from './modules/alarm/alarm.routes.ts'
import { countOpenAlarms } from './modules/alarm/alarm.service.ts'
import { alertRoutes } from './modules/alert/alert.routes.ts'
import { approvalGate } from './modules/approval/approval-gate.service.ts'
import { countWaiting, showApproval } from './modules/approval/approval-view.service.ts'
import { approvalRoutes } from './modules/approval/approval.routes.ts'
import { objectionRoutes } from './modules/approval/objection.routes.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { bookmarkRoutes } from './modules/bookmark/bookmark.routes.ts'
import { booksRoutes } from './modules/books/books.routes.ts'
import { creditRoutes } from './modules/credit/credit.routes.ts'
import { relayRoutes } from './modules/relay/relay.routes.ts'
import { distributionRoutes } from './modules/distribution/distribution.routes.ts'
import { explanationRoutes } from './modules/explanation/explanation.routes.ts'
import { explorerRoutes } from './modules/explorer/explorer.routes.ts'
import { exportRoutes } from './modules/export/export.routes.ts'
import { freezeRoutes } from './modules/freeze/freeze.routes.ts'
import { historyRoutes } from './modules/history/history.routes.ts'
import { inviteRoutes } from './modules/invite/invite.routes.ts'
import { languageRoutes } from './modules/language/language.routes.ts'
import { leagueRoutes } from './modules/league/league.routes.ts'
import { maintenanceRoutes } from './modules/maintenance/maintenance.routes.ts'
import { mediaRoutes } from './modules/media/media.routes.ts'
import { memberRoutes } from './modules/member/member.routes.ts'
import { missionRoutes } from './modules/mission/mission.routes.ts'
import { networkRoutes } from './modules/network/network.routes.ts'
import { noticeRoutes } from './modules/notice/notice.routes.ts'
import { operatorAuthRoutes } from './modules/operator/operator-auth.routes.ts'
import { operatorRoutes } from './modules/operator/operator.routes.ts'
import { orderRoutes } from './modules/order/order.routes.ts'
import { overviewRoutes } from './modules/overview/overview.routes.ts'
import { passkeyRoutes } from './modules/passkey/passkey.routes.ts'
import { payoutRoutes } from './modules/payout/payout.routes.ts'
import { pinRoutes } from './modules/pin/pin.routes.ts'
import { pointsLogRoutes } from './modules/points-log/points-log.routes.ts'
import { productRoutes } from './modules/product/product.routes.ts'
import { pushRoutes } from './modules/push/push.routes.ts'
import { rankingRoutes } from './modules/ranking/ranking.routes.ts'
import { recapRoutes } from './modules/recap/recap.routes.ts'
import { referralRoutes } from './modules/referral/referral.routes.ts'
import { holdRoutes } from './modules/hold/hold.routes.ts'
import { refundRoutes } from './modules/refund/refund.routes.ts'
import { searchRoutes } from './modules/search/search.routes.ts'
import { seasonDraftRoutes } from './modules/season/season-draft.routes.ts'
import { seasonLiveRoutes } from './modules/season/season-live.routes.ts'
import { seasonPlanRoutes } from './modules/season/season-plan.routes.ts'
import { seasonRoutes } from './modules/season/season.routes.ts'
import { sessionRoutes } from './modules/session/session.routes.ts'
import { statisticsRoutes } from './modules/statistics/statistics.routes.ts'
import { statusRoutes } from './modules/status/status.routes.ts'
import { streakRoutes } from './modules/streak/streak.routes.ts'
import { usersRoutes } from './modules/users/users.routes.ts'
import { walletRoutes } from './modules/wallet/wallet.routes.ts'
import { payoutPurposes } from './payout-purposes.ts'
import type { AppContext } from './platform/process/context.ts'
import { seasonSourcesOf } from './publishing-sources.ts'

/** The gate of one host, and the calls that it may run after an approval. */
export function approvalsOf(ctx: AppContext): Pick<MountOptions, 'gate' | 'gatedCalls'> {
  return { gate: approvalGate(ctx, approvalSubjects), gatedCalls: new Map() }
}

/** Offers every call of the contract to a host, which mounts those that it serves. */
export function mountCalls(
  ctx: AppContext,
  mount: Mount,
  gatedCalls: MountOptions['gatedCalls'],
): void {
  authRoutes(ctx, mount)
  usersRoutes(ctx, mount)
  accountRoutes(ctx, mount)
  exportRoutes(ctx, mount)
  sessionRoutes(ctx, mount)
  pinRoutes(ctx, mount)
  referralRoutes(ctx, mount)
  inviteRoutes(ctx, mount)
  alertRoutes(ctx, mount)
  noticeRoutes(ctx, mount)
  pushRoutes(ctx, mount)
  languageRoutes(mount)
  seasonRoutes(ctx, mount)
  const sources = seasonSourcesOf(ctx)
  seasonPlanRoutes(ctx, mount, sources)
  seasonLiveRoutes(ctx, mount, sources)
  seasonDraftRoutes(ctx, mount, sources)
  mediaRoutes(ctx, mount)
  missionRoutes(ctx, mount)
  rankingRoutes(ctx, mount)
  leagueRoutes(ctx, mount)
  recapRoutes(ctx, mount)
  historyRoutes(ctx, mount)
  pointsLogRoutes(ctx, mount)
  productRoutes(ctx, mount)
  orderRoutes(ctx, mount)
  refundRoutes(ctx, mount)
  holdRoutes(ctx, mount)
  creditRoutes(ctx, mount)
  payoutRoutes(ctx, mount, payoutPurposes)
  distributionRoutes(ctx, mount)
  relayRoutes(ctx, mount)
  operatorRoutes(ctx, mount, {
    jobKinds,
    countWaiting: (operator) => countWaiting(ctx, operator),
    assertSeesApproval: (operator, approvalId) => showApproval(ctx, operator, approvalId),
  })
  searchRoutes(
    ctx,
    mount,
    jobKinds.map(({ kind }) => kind),
  )
  memberRoutes(ctx, mount)
  overviewRoutes(ctx, mount, () => readMetrics(ctx))
  approvalRoutes(ctx, mount, { readers: approvalSubjects, calls: gatedCalls })
  operatorAuthRoutes(ctx, mount)
  objectionRoutes(ctx, mount)
  networkRoutes(ctx, mount)
  explorerRoutes(ctx, mount)
  walletRoutes(ctx, mount)
  freezeRoutes(ctx, mount)
  bookmarkRoutes(ctx, mount)
  passkeyRoutes(ctx, mount)
  maintenanceRoutes(ctx, mount)
  explanationRoutes(ctx, mount)
  statisticsRoutes(ctx, mount, () => countOpenAlarms(ctx))
  alarmRoutes(ctx, mount)
  booksRoutes(ctx, mount)
  statusRoutes(ctx, mount)
  streakRoutes(ctx, mount)
}
