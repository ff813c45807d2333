import { lazyScreen, type MissionView } from '#/features/mission/mission-type.tsx'
import { repeatNote } from '#/features/mission/proven/repeat-note.ts'
import { ScreenIcon } from '#/ui/screen-icon.tsx'

export const earnView: MissionView<'EARN'> = {
  Screen: lazyScreen<'EARN'>(
    async () => (await import('#/features/mission/proven/proof.tsx')).Proof,
    ['mission', 'proof'],
  ),
  icon: (size) => <ScreenIcon name="link" size={size} />,
  note: ({ repeat }, t) => repeatNote(repeat, t('note.earn'), t),
}
