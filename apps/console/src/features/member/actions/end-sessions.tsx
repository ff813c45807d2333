import { useQuery } from '@tanstack/react-query'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { readMember, sessionsQuery } from '#/features/member/api.ts'

type EndSessionsProps = {
  userId: number
  name: string
  openSessions: number | undefined
  onClose: () => void
}

/** Signs a member out on every device; the account stays open. */
export function EndSessions({ userId, name, openSessions, onClose }: EndSessionsProps) {
  const { t } = useTranslation('member')
  const may = useMay()
  const { data } = useQuery({ ...sessionsQuery(userId), enabled: may('member.sessions') })
  const count = data?.list.length ?? openSessions
  const devices = data?.list.map(({ device }) => device).join(', ')
  return (
    <Confirm
      level="C2"
      isDanger
      title={t('endSessions.title', { name })}
      action={count === undefined ? t('endSessions.actionAll') : t('endSessions.action', { count })}
      effect={[
        [t('sessionsEnded'), count === undefined ? '–' : formatNumber(count)],
        ...(devices ? [[t('endSessions.devices'), devices] as const] : []),
      ]}
      note={t('endSessions.note')}
      typed={{ label: t('typeName', { name }), expected: name }}
      run={({ idempotencyKey, reason }) =>
        call(
          memberEndpoints['member.endSessions'],
          { params: { userId }, body: { reason } },
          { idempotencyKey },
        )
      }
      onDone={({ ended }) => {
        onClose()
        readMember(userId)
        showToast(t('endSessions.done', { count: ended }))
      }}
      onClose={onClose}
    />
  )
}
