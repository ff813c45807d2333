import {
  readActions,
  readAlerts,
  readNotes,
  readSecurityEvents,
  readSessionEnds,
  readSessionStarts,
} from './timeline-account.queries.ts'
import type { ReadEntries, TimelineEntry } from './timeline-entry.ts'
import {
  readFriendsJoined,
  readFriendsQualified,
  readOrders,
  readPayouts,
  readRefundDecisions,
  readRefundRequests,
  readWithdrawals,
} from './timeline-money.queries.ts'
import {
  readAdjustments,
  readHistories,
  readReferralClaims,
  readRefusals,
} from './timeline-programme.queries.ts'
import type { SourceName } from './timeline.queries.ts'

export type TimelineGroup = TimelineEntry['group']

export type TimelineSource = {
  name: SourceName
  source: TimelineEntry['source']
  group: TimelineGroup
  /** Another filter that shows the entries, too. */
  alsoIn?: TimelineGroup
  /** Whether its entries may belong to a season. */
  hasSeason: boolean
  read: ReadEntries
}

type Listed = readonly [
  name: SourceName,
  source: TimelineEntry['source'],
  group: TimelineGroup,
  read: ReadEntries,
]

const ofSeasons = ([name, source, group, read]: Listed): TimelineSource => ({
  name,
  source,
  group,
  read,
  hasSeason: true,
})
const ofAccount = (listed: Listed): TimelineSource => ({ ...ofSeasons(listed), hasSeason: false })

/**
 * Everything that the timeline shows. A source reads its keys by an index on the member, the time
 * and the id, and belongs to one group, so that a filter leaves whole sources out. Among entries of
 * the same instant, later sources come first.
 */
export const TIMELINE_SOURCES: readonly TimelineSource[] = [
  ofSeasons(['earned', 'HISTORY', 'XP', readHistories]),
  ofSeasons(['paid', 'HISTORY', 'MONEY', readHistories]),
  { ...ofSeasons(['adjustedXp', 'LEDGER', 'XP', readAdjustments]), alsoIn: 'OPERATORS' },
  { ...ofSeasons(['adjustedMoney', 'LEDGER', 'MONEY', readAdjustments]), alsoIn: 'OPERATORS' },
  ofAccount(['referralClaims', 'LEDGER', 'MONEY', readReferralClaims]),
  ofAccount(['orders', 'ORDER', 'MONEY', readOrders]),
  ofSeasons(['refundRequests', 'REFUND', 'MONEY', readRefundRequests]),
  ofSeasons(['refundDecisions', 'REFUND', 'MONEY', readRefundDecisions]),
  ofAccount(['withdrawals', 'WITHDRAWAL', 'MONEY', readWithdrawals]),
  ofAccount(['payouts', 'PAYOUT', 'MONEY', readPayouts]),
  ofAccount(['friendsJoined', 'FRIEND', 'MONEY', readFriendsJoined]),
  ofSeasons(['friendsQualified', 'FRIEND', 'MONEY', readFriendsQualified]),
  ofAccount(['alerts', 'ALERT', 'MESSAGES', readAlerts]),
  ofAccount(['securityEvents', 'SECURITY', 'SECURITY', readSecurityEvents]),
  ofAccount(['sessionStarts', 'SESSION', 'SECURITY', readSessionStarts]),
  ofAccount(['sessionEnds', 'SESSION', 'SECURITY', readSessionEnds]),
  ofSeasons(['refusals', 'REFUSAL', 'REFUSED', readRefusals]),
  ofAccount(['actions', 'OPERATOR', 'OPERATORS', readActions]),
  ofAccount(['actionsNaming', 'OPERATOR', 'OPERATORS', readActions]),
  ofAccount(['notes', 'NOTE', 'OPERATORS', readNotes]),
]
