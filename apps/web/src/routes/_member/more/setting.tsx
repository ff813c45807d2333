import { createFileRoute } from '@tanstack/react-router'
import { SettingScreen } from '#/features/account/setting-screen.tsx'
import { useAuth } from '#/features/auth/store.ts'
import { PasskeySetting } from '#/features/passkey/passkey-setting.tsx'
import { askPinEntry } from '#/features/pin/ask-pin.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/setting')({
  loader: () => loadTexts('more', 'passkey'),
  component: Setting,
})

function Setting() {
  const user = useAuth((state) => state.user)
  return (
    <SettingScreen back={useBack()}>
      {user && <PasskeySetting user={user} askPin={askPinEntry} />}
    </SettingScreen>
  )
}
