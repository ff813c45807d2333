import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useAction } from '#/lib/use-action.ts'
import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'
import { alarmsQuery, missionQuery, setAlarm } from './api.ts'
import type { MissionDetail } from './api.ts'

/**
 * Turns the reminder of a mission on or off. The change is shown immediately and reverted if it
 * fails.
 */
export function AlarmButton({ mission }: { mission: MissionDetail }) {
  const { t } = useTranslation('mission')
  const queries = useQueryClient()
  const { seasonId, missionId, alarmEnabled } = mission

  function show(enabled: boolean): void {
    queries.setQueryData(missionQuery(seasonId, missionId).queryKey, (old) =>
      old ? { ...old, alarmEnabled: enabled } : old,
    )
  }

  const { run } = useAction({
    call: (enabled: boolean) => {
      show(enabled)
      return setAlarm({ seasonId, missionId, enabled })
    },
    texts: {
      done: (_, enabled) => t(enabled ? 'alarm.setOn' : 'alarm.setOff'),
      failed: (error) => messageOf(error, t('alarm.failed')),
    },
    onDone: () => void queries.invalidateQueries({ queryKey: alarmsQuery().queryKey }),
    onFailed: (_, enabled) => show(!enabled),
  })

  return (
    <button
      type="button"
      className={iconButtonClass}
      aria-pressed={alarmEnabled}
      aria-label={t('alarm.label')}
      onClick={() => void run(!alarmEnabled)}
    >
      {alarmEnabled ? <ScreenIcon name="bell-on" /> : <Icon name="bell" />}
    </button>
  )
}
