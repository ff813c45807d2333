import { useTranslation } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import type { MissionType } from './api.ts'
import type { MissionView, ScreenProps } from './mission-type.tsx'

/** The view of a mission type that is newer than this build. */
export const unknownView: MissionView<MissionType> = {
  Screen: UnknownMission,
  icon: (size) => <Icon name="rewards" size={size} />,
  note: () => '',
}

function UnknownMission({ mission }: ScreenProps<MissionType>) {
  const { t } = useTranslation('mission')
  const back = useBack()
  return (
    <Screen
      header={<ScreenHeader back={back} title={mission.title} />}
      dock={<Button onClick={() => window.location.reload()}>{t('common:error.refresh')}</Button>}
    >
      <EmptyState title={t('unknown.title')}>{t('unknown.text')}</EmptyState>
    </Screen>
  )
}
