import { accountEndpoints } from './account.endpoints.ts'
import { accountSchemas } from './account.schemas.ts'
import { alarmEndpoints } from './alarm.endpoints.ts'
import { alarmSchemas } from './alarm.schemas.ts'
import { alertEndpoints } from './alert.endpoints.ts'
import { alertSchemas } from './alert.schemas.ts'
import { approvalEndpoints } from './approval.endpoints.ts'
import { approvalSchemas } from './approval.schemas.ts'
import { authEndpoints } from './auth.endpoints.ts'
import { authSchemas } from './auth.schemas.ts'
import { freezeEndpoints } from './freeze.endpoints.ts'
import { freezeSchemas } from './freeze.schemas.ts'
import { exportEndpoints } from './export.endpoints.ts'
import { exportSchemas } from './export.schemas.ts'
import { holdEndpoints } from './hold.endpoints.ts'
import { holdSchemas } from './hold.schemas.ts'
import { historyEndpoints } from './history.endpoints.ts'
import { historySchemas } from './history.schemas.ts'
import { bookmarkEndpoints } from './bookmark.endpoints.ts'
import { bookmarkSchemas } from './bookmark.schemas.ts'
import { booksEndpoints } from './books.endpoints.ts'
import { booksSchemas } from './books.schemas.ts'
import { creditEndpoints } from './credit.endpoints.ts'
import { creditSchemas } from './credit.schemas.ts'
import { distributionEndpoints } from './distribution.endpoints.ts'
import { distributionSchemas } from './distribution.schemas.ts'
import { relayEndpoints } from './relay.endpoints.ts'
import { relaySchemas } from './relay.schemas.ts'
import { explorerEndpoints } from './explorer.endpoints.ts'
import { explorerSchemas } from './explorer.schemas.ts'
import { explanationEndpoints } from './explanation.endpoints.ts'
import { explanationSchemas } from './explanation.schemas.ts'
import { memberEndpoints } from './member.endpoints.ts'
import { memberSchemas } from './member.schemas.ts'
import { searchEndpoints } from './search.endpoints.ts'
import { searchSchemas } from './search.schemas.ts'
import { inviteEndpoints } from './invite.endpoints.ts'
import { inviteSchemas } from './invite.schemas.ts'
import { languageEndpoints } from './language.endpoints.ts'
import { languageSchemas } from './language.schemas.ts'
import { maintenanceEndpoints } from './maintenance.endpoints.ts'
import { maintenanceSchemas } from './maintenance.schemas.ts'
import { missionEndpoints } from './mission.endpoints.ts'
import { missionSchemas } from './mission.schemas.ts'
import { networkEndpoints } from './network.endpoints.ts'
import { networkSchemas } from './network.schemas.ts'
import { noticeCampaignEndpoints } from './notice-campaign.endpoints.ts'
import { noticeCampaignSchemas } from './notice-campaign.schemas.ts'
import { noticeEndpoints } from './notice.endpoints.ts'
import { noticeSchemas } from './notice.schemas.ts'
import { operatorAuditEndpoints } from './operator-audit.endpoints.ts'
import { operatorAuditSchemas } from './operator-audit.schemas.ts'
import { operatorSystemEndpoints } from './operator-system.endpoints.ts'
import { operatorSystemSchemas } from './operator-system.schemas.ts'
import { operatorEndpoints } from './operator.endpoints.ts'
import { operatorSchemas } from './operator.schemas.ts'
import { operatorAuthEndpoints } from './operator-auth.endpoints.ts'
import { operatorAuthSchemas } from './operator-auth.schemas.ts'
import { orderEndpoints } from './order.endpoints.ts'
import { orderSchemas } from './order.schemas.ts'
import { passkeyEndpoints } from './passkey.endpoints.ts'
import { passkeySchemas } from './passkey.schemas.ts'
import { payoutEndpoints } from './payout.endpoints.ts'
import { payoutSchemas } from './payout.schemas.ts'
import { pinEndpoints } from './pin.endpoints.ts'
import { pinSchemas } from './pin.schemas.ts'
import { pointsLogEndpoints } from './points-log.endpoints.ts'
import { pointsLogSchemas } from './points-log.schemas.ts'
import { productEndpoints } from './product.endpoints.ts'
import { productSchemas } from './product.schemas.ts'
import { rankingEndpoints } from './ranking.endpoints.ts'
import { rankingSchemas } from './ranking.schemas.ts'
import { pushEndpoints } from './push.endpoints.ts'
import { pushSchemas } from './push.schemas.ts'
import { referralEndpoints } from './referral.endpoints.ts'
import { referralSchemas } from './referral.schemas.ts'
import { leagueEndpoints } from './league.endpoints.ts'
import { leagueSchemas } from './league.schemas.ts'
import { recapEndpoints } from './recap.endpoints.ts'
import { recapSchemas } from './recap.schemas.ts'
import { refundEndpoints } from './refund.endpoints.ts'
import { refundSchemas } from './refund.schemas.ts'
import type { CallSchemas } from './schema.ts'
import { seasonLiveEndpoints } from './season-live.endpoints.ts'
import { seasonLiveSchemas } from './season-live.schemas.ts'
import { mediaEndpoints } from './media.endpoints.ts'
import { mediaSchemas } from './media.schemas.ts'
import { seasonDraftEndpoints } from './season-draft.endpoints.ts'
import { seasonDraftSchemas } from './season-draft.schemas.ts'
import { seasonPlanEndpoints } from './season-plan.endpoints.ts'
import { seasonPlanSchemas } from './season-plan.schemas.ts'
import { seasonEndpoints } from './season.endpoints.ts'
import { seasonSchemas } from './season.schemas.ts'
import { sessionEndpoints } from './session.endpoints.ts'
import { sessionSchemas } from './session.schemas.ts'
import { statisticsEndpoints } from './statistics.endpoints.ts'
import { statisticsSchemas } from './statistics.schemas.ts'
import { statusEndpoints } from './status.endpoints.ts'
import { statusSchemas } from './status.schemas.ts'
import { streakEndpoints } from './streak.endpoints.ts'
import { streakSchemas } from './streak.schemas.ts'
import { usersEndpoints } from './users.endpoints.ts'
import { usersSchemas } from './users.schemas.ts'
import { walletEndpoints } from './wallet.endpoints.ts'
import { walletSchemas } from './wallet.schemas.ts'

/** Lists every endpoint. A route that is missing here cannot be mounted. */
export const endpoints = {
  ...authEndpoints,
  ...usersEndpoints,
  ...accountEndpoints,
  ...exportEndpoints,
  ...sessionEndpoints,
  ...pinEndpoints,
  ...freezeEndpoints,
  ...holdEndpoints,
  ...referralEndpoints,
  ...inviteEndpoints,
  ...explanationEndpoints,
  ...memberEndpoints,
  ...searchEndpoints,
  ...alertEndpoints,
  ...noticeEndpoints,
  ...noticeCampaignEndpoints,
  ...pushEndpoints,
  ...languageEndpoints,
  ...seasonEndpoints,
  ...missionEndpoints,
  ...rankingEndpoints,
  ...leagueEndpoints,
  ...recapEndpoints,
  ...historyEndpoints,
  ...pointsLogEndpoints,
  ...operatorEndpoints,
  ...approvalEndpoints,
  ...operatorAuthEndpoints,
  ...operatorAuditEndpoints,
  ...operatorSystemEndpoints,
  ...maintenanceEndpoints,
  ...networkEndpoints,
  ...explorerEndpoints,
  ...walletEndpoints,
  ...bookmarkEndpoints,
  ...passkeyEndpoints,
  ...seasonPlanEndpoints,
  ...seasonLiveEndpoints,
  ...seasonDraftEndpoints,
  ...mediaEndpoints,
  ...productEndpoints,
  ...creditEndpoints,
  ...orderEndpoints,
  ...refundEndpoints,
  ...payoutEndpoints,
  ...distributionEndpoints,
  ...relayEndpoints,
  ...statisticsEndpoints,
  ...alarmEndpoints,
  ...booksEndpoints,
  ...statusEndpoints,
  ...streakEndpoints,
}

export const schemas = {
  ...authSchemas,
  ...usersSchemas,
  ...accountSchemas,
  ...exportSchemas,
  ...sessionSchemas,
  ...pinSchemas,
  ...freezeSchemas,
  ...holdSchemas,
  ...referralSchemas,
  ...inviteSchemas,
  ...explanationSchemas,
  ...memberSchemas,
  ...searchSchemas,
  ...alertSchemas,
  ...noticeSchemas,
  ...noticeCampaignSchemas,
  ...pushSchemas,
  ...languageSchemas,
  ...seasonSchemas,
  ...missionSchemas,
  ...rankingSchemas,
  ...leagueSchemas,
  ...recapSchemas,
  ...historySchemas,
  ...pointsLogSchemas,
  ...operatorSchemas,
  ...approvalSchemas,
  ...operatorAuthSchemas,
  ...operatorAuditSchemas,
  ...operatorSystemSchemas,
  ...maintenanceSchemas,
  ...networkSchemas,
  ...explorerSchemas,
  ...walletSchemas,
  ...bookmarkSchemas,
  ...passkeySchemas,
  ...seasonPlanSchemas,
  ...seasonLiveSchemas,
  ...seasonDraftSchemas,
  ...mediaSchemas,
  ...productSchemas,
  ...creditSchemas,
  ...orderSchemas,
  ...refundSchemas,
  ...payoutSchemas,
  ...distributionSchemas,
  ...relaySchemas,
  ...statisticsSchemas,
  ...alarmSchemas,
  ...booksSchemas,
  ...statusSchemas,
  ...streakSchemas,
} satisfies Record<CallId, CallSchemas>

export type CallId = keyof typeof endpoints
