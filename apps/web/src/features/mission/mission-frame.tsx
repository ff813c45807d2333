import { supportsAlarm } from '@solstice/rules/mission'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { useBack } from '#/shell/use-back.ts'
import { WhyButton } from '#/shell/why-button.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { AlarmButton } from './alarm-button.tsx'
import type { MissionDetail } from './api.ts'
import styles from './mission-frame.module.css'

type MissionFrameProps = {
  mission: MissionDetail
  title?: string
  dock?: ReactNode
  children: ReactNode
  onSubmit?: (event: React.FormEvent<HTMLFormElement>) => void
  /** Shown in the header beside the bell. */
  action?: ReactNode
  /** The page starts with an illustration and shows the name below it. */
  isOverArt?: boolean
  /** The last attempt got no response; the action in the dock retries it. */
  isUnconfirmed?: boolean
}

/**
 * The frame of every mission screen: back, its name, a bell if it supports reminders, and its
 * action.
 */
export function MissionFrame({
  mission,
  title = mission.title,
  dock,
  children,
  onSubmit,
  action,
  isOverArt = false,
  isUnconfirmed = false,
}: MissionFrameProps) {
  const { t } = useTranslation('mission')
  const back = useBack()
  return (
    <Screen
      header={
        <ScreenHeader
          back={back}
          isOverArt={isOverArt}
          {...(!isOverArt && { title })}
          action={
            <>
              {action}
              {supportsAlarm(mission.type) && mission.unavailableReason !== 'SEASON_ENDED' && (
                <AlarmButton mission={mission} />
              )}
            </>
          }
        />
      }
      dock={
        dock && (
          <>
            {isUnconfirmed && mission.available && (
              <UnconfirmedNotice title={t('unconfirmed.title')}>
                {t('unconfirmed.text')}
              </UnconfirmedNotice>
            )}
            {dock}
            {!mission.available && (
              <p className={styles.why}>
                <WhyButton entryId={`mission:${mission.seasonId}.${mission.missionId}`} />
              </p>
            )}
          </>
        )
      }
      {...(onSubmit && { onSubmit })}
    >
      {children}
    </Screen>
  )
}
