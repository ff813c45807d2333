import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'

const ENTRIES = [
  { to: '/more/my-page', name: 'myPage', icon: 'person' },
  { to: '/more/wallet-management', name: 'wallet', icon: 'wallet' },
  { to: '/more/setting', name: 'passkey', icon: 'shield' },
  { to: '/more/holds', name: 'holds', icon: 'rewards' },
  { to: '/more/my-data', name: 'data', icon: 'copy' },
  { to: '/more/delete-account', name: 'delete', icon: 'trash' },
] as const

export function AccountManagementScreen({
  back,
}: {
  back: { label: string; onPress: () => void }
}) {
  const { t } = useTranslation('more')
  return (
    <Screen header={<ScreenHeader back={back} title={t('account')} />}>
      <Rows>
        {ENTRIES.map(({ to, name, icon }) => (
          <Row key={to}>
            <Link to={to} className={rowTargetClass}>
              <RowContent
                icon={icon}
                label={t(`accountEntries.${name}.label`)}
                note={t(`accountEntries.${name}.note`)}
              />
            </Link>
          </Row>
        ))}
      </Rows>
    </Screen>
  )
}
