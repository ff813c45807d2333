import { lazyScreen, type MissionView } from '#/features/mission/mission-type.tsx'
import { Icon } from '#/ui/icon.tsx'

export const inviteView: MissionView<'INVITE'> = {
  Screen: lazyScreen(async () => (await import('./invite.tsx')).Invite, ['mission', 'proof']),
  icon: (size) => <Icon name="people" size={size} />,
  note: (_mission, t) => t('note.invite'),
}
