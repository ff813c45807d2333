import type { CallId } from '@solstice/contract/catalogue'
import { useAddressDialog } from '#/lib/dialog-address.ts'
import type { AddressDialog } from '#/lib/dialog-address.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { Button } from '#/ui/button.tsx'
import type { Member } from '#/features/member/api.ts'
import type { Season } from '#/shell/published-seasons-query.ts'
import { AddNote } from './add-note.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import { EndSessions } from './end-sessions.tsx'
import { StatusDialog } from './status-dialog.tsx'

type MemberActionsProps = {
  userId: number
  /** Undefined while it loads, and for roles that end sessions but read no members. */
  member: Member | undefined
  season: Season | undefined
}

/** Offers what the role may do with a member; every action has its own dialog. */
export function MemberActions({ userId, member, season }: MemberActionsProps) {
  const { t } = useTranslation('member')
  const isGone = member !== undefined && member.deletedAt !== null
  const isActive = member?.status === 'ACTIVE'
  const note = useDialog('note', 'member.addNote', !isGone)
  const sessions = useDialog('end-sessions', 'member.endSessions', !isGone)
  const adjust = useDialog('adjust', 'operator.adjustBalance', member !== undefined && !isGone)
  const suspend = useDialog('suspend', 'operator.suspendMember', isActive && !isGone)
  // Closing an account for good is a second step, after it was stopped.
  const isSuspended = member?.status === 'SUSPENDED'
  const disable = useDialog('disable', 'operator.disableMember', isSuspended && !isGone)
  const restore = useDialog(
    'restore',
    'operator.restoreMember',
    member !== undefined && !isActive && !isGone,
  )
  if (isGone) return null
  const name = member?.nickname ?? t('title', { id: userId })
  return (
    <>
      {note.isOffered && (
        <Button icon="plus" onClick={note.open}>
          {t('addNote')}
        </Button>
      )}
      {adjust.isOffered && <Button onClick={adjust.open}>{t('adjust.open')}</Button>}
      {sessions.isOffered && <Button onClick={sessions.open}>{t('endSessions.open')}</Button>}
      {restore.isOffered && <Button onClick={restore.open}>{t('restore.open')}</Button>}
      {suspend.isOffered && (
        <Button tone="risk" onClick={suspend.open}>
          {t('suspend.open')}
        </Button>
      )}
      {disable.isOffered && (
        <Button tone="risk" onClick={disable.open}>
          {t('disable.open')}
        </Button>
      )}
      {note.isOpen && <AddNote userId={userId} onClose={note.close} />}
      {sessions.isOpen && (
        <EndSessions
          userId={userId}
          name={name}
          openSessions={member?.openSessions}
          onClose={sessions.close}
        />
      )}
      {member && adjust.isOpen && (
        <AdjustDialog member={member} season={season} onClose={adjust.close} />
      )}
      {member && suspend.isOpen && (
        <StatusDialog action="suspend" member={member} onClose={suspend.close} />
      )}
      {member && disable.isOpen && (
        <StatusDialog action="disable" member={member} onClose={disable.close} />
      )}
      {member && restore.isOpen && (
        <StatusDialog action="restore" member={member} onClose={restore.close} />
      )}
    </>
  )
}

function useDialog(dialog: AddressDialog, needs: CallId, isPossible: boolean) {
  const may = useMay()
  const [isOpen, setOpen] = useAddressDialog(dialog)
  const isOffered = isPossible && may(needs)
  return {
    isOffered,
    // An address may name a dialog that is not possible now.
    isOpen: isOpen && isOffered,
    open: () => setOpen(true),
    close: () => setOpen(false),
  }
}
