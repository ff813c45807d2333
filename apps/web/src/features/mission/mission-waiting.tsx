import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import styles from './mission-waiting.module.css'

/** The placeholder of a mission's screen while the mission or its code is loading. */
export function MissionWaiting({ title, children }: { title?: string; children?: ReactNode }) {
  const { t } = useTranslation('mission')
  const back = useBack()
  return (
    <Screen header={<ScreenHeader back={back} title={title ?? t('missions')} />}>
      {children ?? <MissionSkeleton />}
    </Screen>
  )
}

export function MissionSkeleton() {
  return (
    <div className={styles.skeleton}>
      <span className={styles.disc} />
      <Skeleton isCard width="100%" height="72px" />
      <Skeleton isCard width="100%" height="120px" />
    </div>
  )
}
