import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { streakQuery, type Streak } from './api.ts'
import { Calendar } from './calendar-view.tsx'
import { chainShare } from './calendar.ts'
import { Horizon } from './horizon.tsx'
import { Notes } from './notes.tsx'
import styles from './streak-screen.module.css'

type StreakScreenProps = {
  seasonId: number
  /** Leads to the check-in while it is open; renders nothing otherwise. */
  checkIn: ReactNode
}

/** Shows the member's days of a season: checked in, excused, saved by a freeze and missed. */
export function StreakScreen({ seasonId, checkIn }: StreakScreenProps) {
  const { t } = useTranslation('status')
  const { t: common } = useTranslation()
  const { history } = useRouter()
  const query = useQuery(streakQuery(seasonId))
  const { data } = query
  const isOpen = data?.days.at(-1)?.mark === 'OPEN'
  return (
    <Screen
      header={
        <ScreenHeader
          isOverArt
          title={t('streak.title')}
          back={{ label: common('back'), onPress: () => history.back() }}
        />
      }
      dock={
        isOpen && (
          <>
            <p className={classNames(text.soft, styles.today)}>
              {t('streak.today', { count: data.current + 1 })}
            </p>
            {checkIn}
          </>
        )
      }
    >
      <Loaded
        query={query}
        skeleton={<Skeleton isCard width="100%" height="520px" />}
        failed={t('streak.failed')}
      >
        {(streak) => <Content streak={streak} />}
      </Loaded>
    </Screen>
  )
}

function Content({ streak }: { streak: Streak }) {
  const { t } = useTranslation('status')
  const { current } = streak
  return (
    <>
      <Horizon share={chainShare(streak)} />
      <p className={styles.count}>
        {current > 0 && <span className={styles.number}>{current}</span>}
        <span className={text.strong}>
          {current > 0 ? t('streak.inARow', { count: current }) : t('streak.none')}
        </span>
      </p>
      <Calendar streak={streak} />
      <Notes streak={streak} />
    </>
  )
}
