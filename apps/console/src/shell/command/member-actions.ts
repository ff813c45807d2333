import type { CallId } from '@solstice/contract/catalogue'
import type { Translate } from '#/lib/i18n.ts'
import { memberAddress } from '#/lib/member-address.ts'
import type { Command } from './command.ts'
import type { Result } from './use-search.ts'

/** Returns what the role may do with the member who was found first; each opens a dialog. */
export function memberActions(
  list: readonly Result[],
  { may, t }: { may: (id: CallId) => boolean; t: Translate<'command'> },
): Command[] {
  const members = list.filter(({ kind }) => kind === 'MEMBER')
  const member = members.find(({ exact }) => exact) ?? members[0]
  if (!member || !may('operator.showMember')) return []
  const { id, title: name, state } = member
  if (state === 'DELETED') return []
  const open = state === 'ACTIVE' ? 'suspend' : 'restore'
  if (!may(open === 'suspend' ? 'operator.suspendMember' : 'operator.restoreMember')) return []
  return [
    {
      id: `${open} ${id}`,
      group: 'actions',
      icon: open === 'suspend' ? 'stop' : 'play',
      name: t(`actions.${open}`, { name }),
      note: t('notes.reason'),
      isFound: true,
      does: memberAddress(id, { open }),
    },
  ]
}
