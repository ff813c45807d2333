import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { usePreference } from '#/lib/preferences.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { LabelledSwitch } from '#/ui/switch.tsx'
import { Tabs } from '#/ui/tabs.tsx'
import text from '#/ui/text.module.css'
import { availableMissionsQuery, missionsQuery } from './api.ts'
import type { Mission } from './api.ts'
import styles from './mission-list.module.css'
import { MissionRow } from './mission-row.tsx'

const TABS = ['all', 'earn', 'purchase', 'starlight'] as const

type MissionListProps = {
  seasonId: number
  /** The shop of the season, shown above the missions about purchases. */
  shop: ReactNode
}

/** Lists the missions of a season by kind, either all or only those that are available now. */
export function MissionList({ seasonId, shop }: MissionListProps) {
  const { t } = useTranslation('mission')
  const [tab, setTab] = usePreference('missionTab', TABS)
  const [isAvailableOnly, setAvailableOnly] = usePreference('availableOnly', [false, true])
  const query = useShownMissions(seasonId, isAvailableOnly)
  return (
    <section>
      <MissionListHead isAvailableOnly={isAvailableOnly} onChange={setAvailableOnly} />
      <Tabs
        variant="line"
        label={t('tabs.label')}
        tabs={TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))}
        current={tab}
        onChange={setTab}
      >
        {tab === 'purchase' && shop}
        <Loaded query={query} skeleton={<MissionRowsSkeleton />} failed={t('loadFailed')}>
          {(missions) => (
            <MissionRows
              missions={missions.filter(({ category }) => tab === 'all' || category === tab)}
              isAvailableOnly={isAvailableOnly}
            />
          )}
        </Loaded>
      </Tabs>
    </section>
  )
}

/** Returns all missions or the available ones; known missions are shown while the others load. */
export function useShownMissions(seasonId: number, isAvailableOnly: boolean) {
  const all = useQuery(missionsQuery(seasonId))
  const open = useQuery({
    ...availableMissionsQuery(seasonId),
    enabled: isAvailableOnly,
    placeholderData: () => all.data?.filter(({ available }) => available),
  })
  return isAvailableOnly ? open : all
}

export function MissionListHead({
  isAvailableOnly,
  onChange,
}: {
  isAvailableOnly: boolean
  onChange: (isAvailableOnly: boolean) => void
}) {
  const { t } = useTranslation('mission')
  return (
    <div className={styles.head}>
      <h2 className={text.title}>{t('missions')}</h2>
      <LabelledSwitch label={t('availableOnly')} isOn={isAvailableOnly} onChange={onChange} />
    </div>
  )
}

export function MissionRows({
  missions,
  isAvailableOnly,
}: {
  missions: readonly Mission[]
  isAvailableOnly: boolean
}) {
  const { t } = useTranslation('mission')
  const nowMs = useNow()
  if (missions.length === 0) {
    return (
      <EmptyState title={t(isAvailableOnly ? 'noneAvailable' : 'none')} headingLevel={3}>
        {t(isAvailableOnly ? 'noneAvailableText' : 'noneText')}
      </EmptyState>
    )
  }
  return (
    <ul>
      {missions.map((mission) => (
        <li key={mission.missionId} className={styles.item}>
          <MissionRow mission={mission} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}

export function MissionRowsSkeleton() {
  return (
    <div>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={classNames(styles.item, styles.bone)}>
          <Skeleton width="40px" height="40px" />
          <span className={styles.grow}>
            <Skeleton width="55%" height="18px" />
            <Skeleton width="38%" height="13px" />
          </span>
          <Skeleton width="56px" height="18px" />
        </div>
      ))}
    </div>
  )
}
