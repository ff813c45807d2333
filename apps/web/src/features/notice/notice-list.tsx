import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { NEWS_KEY } from '#/lib/query-client.ts'
import { useAction } from '#/lib/use-action.ts'
import type { IconName } from '#/ui/icon.tsx'
import { noticesQuery, readNotice } from './api.ts'
import type { Notice } from './api.ts'
import { NewsList } from './news-list.tsx'
import { NewsRow } from './news-row.tsx'

const ICONS: Record<Notice['type'], IconName> = {
  NOTICE: 'info',
  EVENT: 'star',
  MAINTENANCE: 'settings',
}

/** Lists the notices of the operators. A tap expands one and marks it as read. */
export function NoticeList({ unread, isReady }: { unread: number; isReady: boolean }) {
  const { t } = useTranslation('notice')
  // The call is public, so an expired session must be refreshed first; otherwise nothing is marked
  // as read.
  const query = useInfiniteQuery({ ...noticesQuery, enabled: isReady })
  const [openId, setOpenId] = useState<number>()

  const { run: mark } = useAction({
    call: readNotice,
    refresh: (queries) => queries.invalidateQueries({ queryKey: [NEWS_KEY] }),
    isParallel: true,
  })

  function toggleNotice(notice: Notice): void {
    setOpenId((open) => (open === notice.notificationId ? undefined : notice.notificationId))
    if (!notice.read) void mark(notice.notificationId)
  }

  return (
    <NewsList
      tab="notification"
      unread={unread}
      query={query}
      row={(notice) => (
        <NewsRow
          key={notice.notificationId}
          icon={ICONS[notice.type]}
          kind={t(`type.${notice.type}`)}
          title={notice.title}
          content={notice.content}
          createdAt={notice.createdAt}
          isRead={notice.read}
          isOpen={openId === notice.notificationId}
          onPress={() => toggleNotice(notice)}
        />
      )}
    />
  )
}
