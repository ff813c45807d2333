import { lazyScreen, type MissionView } from '#/features/mission/mission-type.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'

export const ticketView: MissionView<'TICKET'> = {
  Screen: lazyScreen(async () => (await import('./ticket.tsx')).Ticket),
  icon: (size) => <ScreenIcon name="ticket" size={size} />,
  note: (_mission, t) => t('note.ticket'),
  known: { title: 'ticket.title' },
}
