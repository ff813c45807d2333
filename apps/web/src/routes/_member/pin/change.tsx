import { createFileRoute, useRouter } from '@tanstack/react-router'
import { loadTexts, useTranslation } from '#/lib/i18n.ts'
import { useAuth } from '#/features/auth/store.ts'
import { ChangeScreen } from '#/features/pin/change-screen.tsx'
import { showToast } from '#/lib/toast.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/pin/change')({
  loader: () => loadTexts('pin'),
  component: Change,
})

function Change() {
  const { t } = useTranslation('pin')
  const { history } = useRouter()
  const back = useBack()
  const { loseSession, noteMember } = useAuth.getState()
  return (
    <ChangeScreen
      back={back}
      onChanged={() => {
        showToast(t('change.done'), { tone: 'done' })
        history.replace('/more/my-page')
      }}
      onLocked={(cause) => void loseSession(cause)}
      onNotSet={() => {
        noteMember({ hasPin: false })
        history.replace('/pin/required-setup')
      }}
    />
  )
}
