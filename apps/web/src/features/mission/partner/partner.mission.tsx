import { lazyScreen, type MissionView } from '#/features/mission/mission-type.tsx'
import { repeatNote } from '#/features/mission/proven/repeat-note.ts'
import { Icon } from '#/ui/icon.tsx'

export const partnerView: MissionView<'PARTNER'> = {
  Screen: lazyScreen<'PARTNER'>(
    async () => (await import('#/features/mission/proven/proof.tsx')).Proof,
    ['mission', 'proof'],
  ),
  icon: (size) => <Icon name="star" size={size} />,
  note: ({ repeat }, t) => repeatNote(repeat, t('note.partner'), t),
}
