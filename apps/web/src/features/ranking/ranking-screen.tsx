import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import art from '#/art/empty-history.svg'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnClock } from '@solstice/ui/programme-time.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { cardClass } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { Avatar } from '#/ui/avatar.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { rankingQuery } from './api.ts'
import type { Ranking, RankingRow } from './api.ts'
import { rowAbove } from './next-rank.ts'
import { Podium } from './podium.tsx'
import styles from './ranking-screen.module.css'

type RankingScreenProps = { seasonId: number; seasonTitle: string | undefined }

export function RankingScreen({ seasonId, seasonTitle }: RankingScreenProps) {
  const { t } = useTranslation('ranking')
  const back = useBack()
  const query = useQuery(rankingQuery(seasonId))
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('title')} />}
      dock={query.data && <OwnRank ranking={query.data} />}
    >
      <Loaded query={query} skeleton={<RankingSkeleton />} failed={t('failed')}>
        {(ranking) => (
          <>
            <LeagueLink seasonId={seasonId} />
            <Board ranking={ranking} seasonTitle={seasonTitle} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** Leads the members below the top 100 to the thirty who are at their pace. */
function LeagueLink({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('ranking')
  return (
    <Link
      to="/rewards/dashboard/$seasonId/league"
      params={{ seasonId }}
      className={classNames(cardClass, styles.league)}
    >
      <Icon name="people" />
      <span className={styles.ownWords}>
        <span className={text.strong}>{t('league')}</span>
        <span className={classNames(text.small, text.soft)}>{t('leagueText')}</span>
      </span>
      <Icon name="next" size={20} />
    </Link>
  )
}

function Board({ ranking, seasonTitle }: { ranking: Ranking; seasonTitle: string | undefined }) {
  const { t } = useTranslation('ranking')
  const time = formatOwnClock(ranking.updatedAt)
  if (ranking.list.length === 0) {
    return (
      <EmptyState art={art} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <>
      <p className={classNames(text.small, text.faint, text.number, styles.about)}>
        {seasonTitle ? t('about', { season: seasonTitle, time }) : t('aboutPlain', { time })}
      </p>
      <Podium rows={ranking.list.slice(0, 3)} meId={ranking.me.userId} />
      <ol className={styles.rows} start={4} aria-label={t('list')}>
        {ranking.list.slice(3).map((row) => (
          <BoardRow key={row.userId} row={row} isMe={row.userId === ranking.me.userId} />
        ))}
      </ol>
    </>
  )
}

function BoardRow({ row, isMe }: { row: RankingRow; isMe: boolean }) {
  const { t } = useTranslation('ranking')
  return (
    <li className={classNames(styles.row, isMe && styles.me)}>
      <span className={classNames(text.soft, text.strong, text.number, styles.rank)}>
        {formatNumber(row.rank)}
      </span>
      <Avatar seed={String(row.userId)} size={36} />
      <span className={styles.name}>
        {row.nickname}
        {isMe && <span className={classNames(text.small, text.soft)}> {t('you')}</span>}
      </span>
      <span className={classNames(text.strong, text.number)}>
        {formatNumber(row.xp)} <span className={styles.unit}>XP</span>
      </span>
    </li>
  )
}

/** Always visible, with the distance to the next rank. */
function OwnRank({ ranking }: { ranking: Ranking }) {
  const { me } = ranking
  return (
    <div className={styles.own} data-own-rank>
      <div className={styles.ownRow}>
        <span className={classNames(text.title, text.number, styles.ownRank)}>
          {me.rank === null ? '–' : formatNumber(me.rank)}
        </span>
        <Avatar seed={String(me.userId)} size={36} />
        <span className={styles.ownWords}>
          <span className={classNames(text.strong, styles.name)}>{me.nickname}</span>
          <span className={classNames(text.small, text.soft, text.number)}>
            <Distance ranking={ranking} />
          </span>
        </span>
        <span className={classNames(text.strong, text.number)}>
          {formatNumber(me.xp)} <span className={styles.unit}>XP</span>
        </span>
      </div>
    </div>
  )
}

function Distance({ ranking }: { ranking: Ranking }) {
  const { t } = useTranslation('ranking')
  const { me, totalCount } = ranking
  if (me.rank === null) return t('noRank')
  if (me.rank === 1) return t('first')
  const above = rowAbove(ranking)
  if (!above) return t('of', { total: formatNumber(totalCount) })
  if (above.xp === me.xp) return t('tied', { rank: formatNumber(above.rank) })
  return t('toNext', { xp: formatNumber(above.xp - me.xp), rank: formatNumber(above.rank) })
}

function RankingSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton isCard width="100%" height="240px" />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} width="100%" height="44px" />
      ))}
    </div>
  )
}
