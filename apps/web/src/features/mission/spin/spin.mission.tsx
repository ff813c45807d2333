import { lazyScreen, type MissionView } from '#/features/mission/mission-type.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'

export const spinView: MissionView<'SPIN'> = {
  Screen: lazyScreen(async () => (await import('./spin.tsx')).Spin),
  icon: (size) => <ScreenIcon name="wheel" size={size} />,
  note: ({ completed }, t) => t(completed ? 'note.spinTicket' : 'note.spinFree'),
  known: { title: 'spin.title' },
}
