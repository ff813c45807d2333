import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import letter from '#/art/letter.svg'
import { messageOf } from '@solstice/ui/api-error.ts'
import { NEWS_KEY } from '#/lib/query-client.ts'
import { useAction } from '#/lib/use-action.ts'
import { Waiting } from '#/shell/waiting.tsx'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, Rows, rowTextClass } from '#/ui/rows.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#/ui/state-message.tsx'
import { readAll } from './api.ts'
import styles from './news-list.module.css'

type NewsListProps<Item> = {
  tab: 'alert' | 'notification'
  unread: number
  query: Pick<
    UseInfiniteQueryResult<{ pages: { list: Item[] }[] }>,
    'data' | 'error' | 'refetch' | 'isFetching' | 'fetchStatus' | 'hasNextPage'
  > & { fetchNextPage: () => Promise<unknown>; isFetchingNextPage: boolean }
  row: (item: Item) => ReactNode
}

/**
 * The parts that both tabs share: loading, errors, the empty state, paging, and marking all as
 * read.
 */
export function NewsList<Item>({ tab, unread, query, row }: NewsListProps<Item>) {
  const { t } = useTranslation('notice')
  const { run: markAll, isBusy: isMarking } = useAction({
    call: () => readAll(tab),
    texts: { failed: (error) => messageOf(error, t('markFailed')) },
    refresh: (queries) => queries.invalidateQueries({ queryKey: [NEWS_KEY] }),
  })
  const items = query.data?.pages.flatMap(({ list }) => list)

  const isOffline = query.fetchStatus === 'paused'
  if (!items && (query.error || isOffline)) {
    return (
      <ErrorState
        message={t(isOffline ? 'offline' : 'loadFailed')}
        retryLabel={t('retry')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!items) return <ListSkeleton />
  if (items.length === 0) {
    return (
      <EmptyState art={letter} title={t(`empty.${tab}.title`)}>
        {t(`empty.${tab}.text`)}
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles.bar}>
        {unread > 0 && (
          <Button variant="text" isCompact isBusy={isMarking} onClick={() => void markAll()}>
            {t('readAll')}
          </Button>
        )}
      </div>
      <Rows>{items.map(row)}</Rows>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="quiet"
            isCompact
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}

function ListSkeleton() {
  return (
    <Waiting className={classNames(styles.bones)}>
      <Rows>
        {[1, 2, 3].map((each) => (
          <Row key={each}>
            <div className={rowTextClass}>
              <Skeleton width="70%" height="3rem" />
            </div>
          </Row>
        ))}
      </Rows>
    </Waiting>
  )
}
