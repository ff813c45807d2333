import { Link, createFileRoute } from '@tanstack/react-router'
import { SettingScreen } from '#/features/account/setting-screen.tsx'
import { useAuth } from '#/features/auth/store.ts'
import { PasskeySetting } from '#/features/passkey/passkey-setting.tsx'
import { promptForPinEntry } from '#/features/pin/prompt-for-pin.ts'
import { PushSwitch } from '#/features/push/push-switch.tsx'
import { loadTexts, useTranslation } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'

export const Route = createFileRoute('/_member/more/setting')({
  loader: () => loadTexts('more', 'notice', 'passkey'),
  component: Setting,
})

function Setting() {
  const { t } = useTranslation('notice')
  const user = useAuth((state) => state.user)
  return (
    <SettingScreen
      back={useBack()}
      notifications={
        <Rows>
          <Row>
            <PushSwitch userId={user?.id ?? ''} />
          </Row>
          <Row>
            <Link to="/rewards/alert-setting/" className={rowTargetClass}>
              <RowContent label={t('settings.open')} />
            </Link>
          </Row>
        </Rows>
      }
    >
      {user && <PasskeySetting user={user} promptForPin={promptForPinEntry} />}
    </SettingScreen>
  )
}
