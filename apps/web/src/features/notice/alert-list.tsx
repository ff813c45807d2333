import { DAY_MS } from '@solstice/rules/duration'
import { useInfiniteQuery } from '@tanstack/react-query'
import { NEWS_KEY } from '#/lib/query-client.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useAction } from '#/lib/use-action.ts'
import { WhyButton } from '#/shell/why-button.tsx'
import { serverNow } from '@solstice/ui/time.ts'
import type { ScreenIconName } from '#/ui/screen-icon.tsx'
import { alertsQuery, readAlert } from './api.ts'
import type { Alert } from './api.ts'
import { NewsList } from './news-list.tsx'
import { NewsRow } from './news-row.tsx'

const ICONS: Readonly<Record<string, ScreenIconName>> = {
  PURCHASE_SUCCESS: 'card',
  PURCHASE_FAIL: 'alert',
  REFUND_COMPLETE: 'card',
  REFUND_SUBMIT: 'card',
  PURCHASE: 'card',
  TICKET: 'ticket',
  CHECK_IN: 'sun',
  RANDOM_XP: 'wheel',
  SEASON_OPEN: 'star',
  REWARD: 'rewards',
  REWARD_WAITING: 'rewards',
  REWARD_READY: 'rewards',
  PASSWORD_CHANGED: 'shield',
  PASSWORD_RESET: 'shield',
  PIN_LOCKED: 'shield',
  PIN_RESET: 'shield',
  NEW_DEVICE: 'phone',
  WALLET_CHANGED: 'wallet',
  INVITE_QUALIFIED: 'people',
  INVITE_CLAIMABLE: 'rewards',
  WITHDRAWAL_FAILED: 'alert',
  REFUND_REJECTED: 'alert',
  FUNDS_RECEIVED: 'wallet',
  RECAP_READY: 'sun',
  LEAGUE_PROMOTED: 'people',
  LEAGUE_STAYED: 'people',
  LEAGUE_RELEGATED: 'people',
  HOLD_OPENED: 'alert',
  HOLD_APPEALED: 'mail',
  HOLD_UPHELD: 'alert',
  HOLD_RELEASED: 'rewards',
  HOLD_LAPSED: 'rewards',
  SEASON_PAUSED: 'alert',
  SEASON_RESUMED: 'star',
  DAY_EXCUSED: 'sun',
}

/** The server deletes what became of a push after this time, and an alert later. */
const PUSHES_KEPT_MS = 7 * DAY_MS

function isPushKept({ createdAt }: Alert): boolean {
  return serverNow() - Date.parse(createdAt) < PUSHES_KEPT_MS
}

type AlertListProps = {
  unread: number
  hrefOf: (alert: Pick<Alert, 'code' | 'data'>) => string | undefined
  onOpen: (href: string) => void
}

/** Lists the alerts of the member. A tap marks one as read and opens its page. */
export function AlertList({ unread, hrefOf, onOpen }: AlertListProps) {
  const { t } = useTranslation('notice')
  const query = useInfiniteQuery(alertsQuery)

  // A lost read mark is shown as unread again.
  const { run: mark } = useAction({
    call: async (alert: Alert) => (alert.read ? undefined : readAlert(alert.alarmId)),
    refresh: (queries) => queries.invalidateQueries({ queryKey: [NEWS_KEY] }),
    isParallel: true,
  })

  function open(alert: Alert): void {
    const href = hrefOf(alert)
    void mark(alert)
    if (href !== undefined) onOpen(href)
  }

  return (
    <NewsList
      tab="alert"
      unread={unread}
      query={query}
      row={(alert) => (
        <NewsRow
          key={alert.alarmId}
          icon={ICONS[alert.code] ?? 'bell'}
          title={alert.title}
          content={alert.content}
          createdAt={alert.createdAt}
          isRead={alert.read}
          onPress={() => open(alert)}
          end={
            isPushKept(alert) && (
              <WhyButton
                variant="icon"
                entryId={`alert:${alert.alarmId}`}
                label={t('whyNoPush', { title: alert.title })}
              />
            )
          }
        />
      )}
    />
  )
}
