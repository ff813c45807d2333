import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { alertEndpoints } from '@solstice/contract/alert.endpoints'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { NEWS_KEY } from '#/lib/query-client.ts'
import text from '#/ui/text.module.css'
import styles from './tab-bar.module.css'

/** Asked for at most once a minute; whoever marks something read makes it ask again. */
const UNREAD_FRESH_MS = 60_000

function useUnread(): number {
  const { data: count } = useQuery({
    queryKey: [NEWS_KEY, 'unread'],
    queryFn: async ({ signal }) => {
      const news = await call(alertEndpoints['alert.list'], { query: { size: 1 } }, { signal })
      return news.unreadCount + news.unreadNoticeCount
    },
    staleTime: UNREAD_FRESH_MS,
  })
  useEffect(() => {
    // The icon on the home screen says the same; a browser without one has no such word.
    // Before anybody knows how many there are, what it says stays.
    if (count !== undefined) void navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count])
  return count ?? 0
}

/** Says that something is new; what it is, the list says. */
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
