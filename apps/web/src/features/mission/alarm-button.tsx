import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#/lib/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'
import { alarmsQuery, missionQuery, setAlarm } from './api.ts'
import type { MissionDetail } from './api.ts'

/** Turns the reminder of a mission on or off. The answer shows at once and is taken back if it fails. */
export function AlarmButton({ mission }: { mission: MissionDetail }) {
  const { t } = useTranslation('mission')
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { seasonId, missionId, alarmEnabled } = mission

  function show(enabled: boolean): void {
    queries.setQueryData(missionQuery(seasonId, missionId).queryKey, (old) =>
      old ? { ...old, alarmEnabled: enabled } : old,
    )
  }

  async function toggle(): Promise<void> {
    if (isBusy) return
    const enabled = !alarmEnabled
    setBusy(true)
    show(enabled)
    try {
      await setAlarm({ seasonId, missionId, enabled })
      void queries.invalidateQueries({ queryKey: alarmsQuery().queryKey })
      showToast(t(enabled ? 'alarm.setOn' : 'alarm.setOff'), { tone: 'done' })
    } catch (error) {
      show(!enabled)
      showToast(messageOf(error, t('alarm.failed')), { tone: 'attention' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <button
      type="button"
      className={iconButtonClass}
      aria-pressed={alarmEnabled}
      aria-label={t('alarm.label')}
      onClick={() => void toggle()}
    >
      {alarmEnabled ? <ScreenIcon name="bell-on" /> : <Icon name="bell" />}
    </button>
  )
}
