import { canRing } from '@solstice/rules/mission'
import type { ReactNode } from 'react'
import { useBack } from '#/shell/use-back.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { AlarmButton } from './alarm-button.tsx'
import type { MissionDetail } from './api.ts'

type MissionFrameProps = {
  mission: MissionDetail
  title?: string
  dock?: ReactNode
  children: ReactNode
  onSubmit?: (event: React.FormEvent<HTMLFormElement>) => void
  /** Stands in the header beside the bell. */
  action?: ReactNode
}

/** What every mission's screen has: back, its name, a bell if it can ring, its action in reach. */
export function MissionFrame({
  mission,
  title = mission.title,
  dock,
  children,
  onSubmit,
  action,
}: MissionFrameProps) {
  const back = useBack()
  return (
    <Screen
      header={
        <ScreenHeader
          back={back}
          title={title}
          action={
            <>
              {action}
              {canRing(mission.type) && mission.unavailableReason !== 'SEASON_ENDED' && (
                <AlarmButton mission={mission} />
              )}
            </>
          }
        />
      }
      dock={dock}
      {...(onSubmit && { onSubmit })}
    >
      {children}
    </Screen>
  )
}
