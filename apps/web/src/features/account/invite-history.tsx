import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeDay } from '@solstice/ui/programme-time.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Row, RowContent, Rows, rowTextClass } from '#/ui/rows.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { inviteHistoryQuery } from './api.ts'

/** Lists the members who joined with this member's code, with the date of joining. */
export function InviteHistory() {
  const { t } = useTranslation('more')
  const query = useInfiniteQuery(inviteHistoryQuery)
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton isCard width="100%" height="132px" />}
      failed={t('referral.historyFailed')}
    >
      {({ pages }) => (
        <>
          <Rows>
            {pages
              .flatMap(({ list }) => list)
              .map(({ nickname, joinedAt }) => (
                <Row key={`${nickname}-${joinedAt}`}>
                  <div className={rowTextClass}>
                    <RowContent
                      label={nickname}
                      note={t('referral.joined', { day: formatProgrammeDay(joinedAt) })}
                      end="none"
                    />
                  </div>
                </Row>
              ))}
          </Rows>
          {query.hasNextPage && (
            <Button
              variant="quiet"
              isBusy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('referral.showMore')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}
