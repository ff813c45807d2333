import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { MissionAlarms, useMissionAlarms } from '#/features/mission/mission-alarms.tsx'
import { AlertSettingScreen } from '#/features/notice/alert-setting-screen.tsx'
import { PushSwitch } from '#/features/push/push-switch.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/rewards/alert-setting')({
  loader: () => loadTexts('notice', 'mission'),
  component: AlertSetting,
})

function AlertSetting() {
  const user = useAuth((state) => state.user)
  const alarms = useMissionAlarms()
  return (
    <AlertSettingScreen
      back={useBack()}
      device={<PushSwitch userId={user?.id ?? ''} />}
      missions={alarms.length > 0 && <MissionAlarms alarms={alarms} />}
    />
  )
}
