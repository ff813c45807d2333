import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { alertEndpoints } from '@solstice/contract/alert.endpoints'
import { LATEST } from '@solstice/contract/cursor'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { NEWS_KEY } from '#/lib/query-client.ts'
import text from '#/ui/text.module.css'
import styles from './tab-bar.module.css'

/** Fetched at most once a minute; marking an item as read invalidates it. */
const UNREAD_FRESH_MS = 60_000

function useUnread(): number {
  const { data: count } = useQuery({
    queryKey: [NEWS_KEY, 'unread'],
    queryFn: async ({ signal }) => {
      const news = await call(
        alertEndpoints['alert.list'],
        { query: { before: LATEST, size: 1 } },
        { signal },
      )
      return news.unreadCount + news.unreadNoticeCount
    },
    staleTime: UNREAD_FRESH_MS,
  })
  useEffect(() => {
    // The app badge shows the same count; some browsers have no badge API. The badge stays
    // unchanged until the count is known.
    if (count !== undefined) void navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count])
  return count ?? 0
}

/** Indicates unread items; the list shows them. */
export function UnreadDot() {
  const { t } = useTranslation()
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span className={styles.dot} data-unread>
      <span className={text.unseen}>{t('tabs.unread')}</span>
    </span>
  )
}
