import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { PasswordChangeScreen } from '#/features/auth/password-change-screen.tsx'
import { useAuth } from '#/features/auth/store.ts'
import { promptForPin } from '#/features/pin/prompt-for-pin.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

const PATH = '/more/password-change'

export const Route = createFileRoute('/_member/more/password-change')({
  loader: () => loadTexts('account', 'pin'),
  component: PasswordChange,
})

function PasswordChange() {
  const back = useBack()
  const email = useAuth((state) => state.user?.email ?? '')
  const [pinToken, setPinToken] = useState<string>()
  const { history } = useRouter()
  const cancelChange = useEffectEvent(() => {
    // A member who left in another way is already there.
    if (history.location.pathname.startsWith(PATH)) back.onPress()
  })

  useEffect(() => {
    const visit = { isOver: false }
    async function begin(): Promise<void> {
      const token = await promptForPin('PASSWORD_CHANGE')
      if (visit.isOver) return
      if (token === undefined) cancelChange()
      else setPinToken(token)
    }
    void begin()
    return () => {
      visit.isOver = true
    }
  }, [])

  return (
    <PasswordChangeScreen
      back={back}
      pinToken={pinToken}
      email={email}
      promptForPin={() => promptForPin('PASSWORD_CHANGE')}
    />
  )
}
