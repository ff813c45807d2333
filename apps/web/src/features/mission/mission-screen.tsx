import { MISSION_TYPES, rulesOf } from '@solstice/rules/missions/registry'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { missionQuery } from './api.ts'
import type { MissionDetail, MissionType } from './api.ts'
import type { ScreenProps } from './mission-type.tsx'
import { MissionSkeleton, MissionWaiting } from './mission-waiting.tsx'
import { viewOf } from './registry.ts'

type MissionScreenProps = Omit<ScreenProps<MissionType>, 'mission'> & {
  seasonId: number
  missionId: number
}

/** One route for every mission; the content depends on the mission's type. */
export function MissionScreen({ seasonId, missionId, ...around }: MissionScreenProps) {
  const { t } = useTranslation('mission')
  const query = useQuery(missionQuery(seasonId, missionId))
  const mission = query.data
  if (mission) {
    return <ByType key={`${mission.seasonId}-${mission.missionId}`} {...around} mission={mission} />
  }
  // Fixed missions have known texts before the response arrives.
  const type = MISSION_TYPES.find((each) => rulesOf(each).plan.fixedId === missionId)
  const known = type && viewOf(type).known
  return (
    <MissionWaiting title={t(known?.title ?? 'missions')}>
      <Loaded
        query={query}
        skeleton={<MissionSkeleton />}
        failed={t(known?.failed ?? 'missionFailed')}
      >
        {() => null}
      </Loaded>
    </MissionWaiting>
  )
}

type ByTypeProps = Omit<ScreenProps<MissionType>, 'mission'> & { mission: MissionDetail }

function ByType(props: ByTypeProps) {
  const { Screen } = viewOf(props.mission.type)
  return <Screen {...props} />
}
