import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useAction } from '#/lib/use-action.ts'
import { Row, Rows } from '#/ui/rows.tsx'
import { SwitchRow } from '#/ui/switch.tsx'
import { alarmsQuery, missionQuery, missionsQuery, setAlarm } from './api.ts'

type Alarm = Parameters<typeof setAlarm>[0]

/**
 * Lists the reminders that the member has ever set, to turn them off and on again; empty before the
 * first.
 */
export function useMissionAlarms() {
  const { data: alarms = [] } = useQuery(alarmsQuery())
  const seasonIds = [...new Set(alarms.map(({ seasonId }) => seasonId))]
  const lists = useQueries({ queries: seasonIds.map((seasonId) => missionsQuery(seasonId)) })
  const missions = lists.flatMap(({ data = [] }) => data)
  return alarms.flatMap((alarm) => {
    const mission = missions.find(
      ({ seasonId, missionId }) => seasonId === alarm.seasonId && missionId === alarm.missionId,
    )
    return mission ? [{ ...alarm, title: mission.title }] : []
  })
}

export function MissionAlarms({ alarms }: { alarms: ReturnType<typeof useMissionAlarms> }) {
  const { t } = useTranslation('mission')
  const queries = useQueryClient()

  function show({ seasonId, missionId, enabled }: Alarm): void {
    queries.setQueryData(alarmsQuery().queryKey, (list) =>
      list?.map((each) =>
        each.seasonId === seasonId && each.missionId === missionId ? { ...each, enabled } : each,
      ),
    )
    queries.setQueryData(missionQuery(seasonId, missionId).queryKey, (old) =>
      old ? { ...old, alarmEnabled: enabled } : old,
    )
  }

  const { run: turn } = useAction({
    call: (alarm: Alarm) => {
      show(alarm)
      return setAlarm(alarm)
    },
    texts: { failed: (error) => messageOf(error, t('alarm.failed')) },
    onFailed: (_, alarm) => show({ ...alarm, enabled: !alarm.enabled }),
    isParallel: true,
  })

  return (
    <Rows>
      {alarms.map(({ seasonId, missionId, enabled, title }) => (
        <Row key={`${seasonId}-${missionId}`}>
          <SwitchRow
            label={title}
            isOn={enabled}
            onChange={(isOn) => void turn({ seasonId, missionId, enabled: isOn })}
          />
        </Row>
      ))}
    </Rows>
  )
}
