import { lazyScreen, type MissionView } from '#/features/mission/mission-type.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'

export const purchaseView: MissionView<'PURCHASE'> = {
  Screen: lazyScreen(async () => (await import('./purchase.tsx')).Purchase),
  icon: (size) => <ScreenIcon name="bag" size={size} />,
  note: (_mission, t) => t('note.purchase'),
}
