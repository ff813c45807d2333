import type { IconName } from '#/ui/icon.tsx'
import type { TimelineEntry } from '#/features/member/api.ts'

const BY_SOURCE: Record<TimelineEntry['source'], IconName> = {
  HISTORY: 'link',
  LEDGER: 'money',
  ORDER: 'bag',
  REFUND: 'refund',
  WITHDRAWAL: 'wallet',
  PAYOUT: 'money',
  FRIEND: 'people',
  ALERT: 'message',
  SECURITY: 'shield',
  SESSION: 'lock',
  REFUSAL: 'close',
  OPERATOR: 'user',
  NOTE: 'user',
}

/** Kinds of history entries that have their own drawing; all others are missions. */
const BY_KIND: Partial<Record<string, IconName>> = {
  CHECK_IN: 'sun',
  SPIN: 'wheel',
  TICKET: 'ticket',
  INVITE: 'people',
  PURCHASE: 'bag',
  REFUND: 'refund',
  ROUND_REWARD: 'money',
}

export function entryIcon({ source, kind }: Pick<TimelineEntry, 'source' | 'kind'>): IconName {
  return (source === 'HISTORY' ? BY_KIND[kind] : undefined) ?? BY_SOURCE[source]
}
