import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/ui/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Sky } from '#/ui/sky.tsx'
import text from '#/ui/text.module.css'
import styles from './more-screen.module.css'

const MENU = [
  { to: '/more/my-page', name: 'myPage', icon: 'person' },
  { to: '/more/notice', name: 'notices', icon: 'bell' },
  { to: '/more/account-management', name: 'account', icon: 'shield' },
  { to: '/more/setting', name: 'settings', icon: 'settings' },
  { to: '/more/policy', name: 'policy', icon: 'book' },
] as const

type MoreScreenProps = {
  user: { id: string; name: string; email: string } | undefined
  onLogout: () => Promise<void>
}

export function MoreScreen({ user, onLogout }: MoreScreenProps) {
  const { t } = useTranslation(['more', 'common'])
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    await onLogout()
  }

  return (
    <Screen header={<ScreenHeader title={t('title')} />}>
      {user && (
        <div className={styles.member}>
          <Sky seed={user.id} size={56} />
          <div className={styles.words}>
            <p className={text.strong}>{user.name}</p>
            <p className={classNames(text.small, text.soft)}>{user.email}</p>
          </div>
        </div>
      )}
      <div className={styles.menu}>
        <Rows>
          {MENU.map(({ to, name, icon }) => (
            <Row key={to}>
              <Link to={to} className={rowTargetClass}>
                <RowContent icon={icon} label={t(name)} />
              </Link>
            </Row>
          ))}
        </Rows>
        <Rows>
          <Row>
            <button type="button" className={rowTargetClass} onClick={() => setAsking(true)}>
              <RowContent icon="leave" label={t('logout.open')} end="none" />
            </button>
          </Row>
        </Rows>
      </div>
      <Sheet
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('logout.title')}
        actions={
          <>
            <Button look="quiet" isBusy={isLeaving} onClick={() => void leave()}>
              {t('logout.confirm')}
            </Button>
            <Button look="text" onClick={() => setAsking(false)}>
              {t('common:cancel')}
            </Button>
          </>
        }
      >
        <p className={text.soft}>{t('logout.text')}</p>
      </Sheet>
    </Screen>
  )
}
