import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { cardClass } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import { memberQuery } from './api.ts'
import styles from './more-screen.module.css'
import { Portrait } from './portrait.tsx'
import { ReferralCard } from './referral-card.tsx'

const ENTRIES = [
  { to: '/more/notice', name: 'notices', icon: 'bell' },
  { to: '/more/account-management', name: 'account', icon: 'shield' },
  { to: '/more/setting', name: 'settings', icon: 'settings' },
] as const

const MENU = [
  { to: '/rewards/invite-event/', name: 'invite', icon: 'people' },
  { to: '/more/withdraw', name: 'withdraw', icon: 'credit' },
  { to: '/more/policy', name: 'policy', icon: 'book' },
  { to: '/more/wallet-policy', name: 'walletPolicy', icon: 'wallet' },
] as const

type MoreScreenProps = {
  user: { id: string; name: string; email: string } | undefined
  /** Frequently asked questions, shown in a sheet. */
  help: ReactNode
}

export function MoreScreen({ user, help }: MoreScreenProps) {
  const { t } = useTranslation('more')
  const { data: member } = useQuery(memberQuery)
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <Screen header={<ScreenHeader title={t('title')} />}>
      <div className={styles.page}>
        {user && (
          <Link to="/more/my-page" className={classNames(cardClass, styles.member)}>
            <Portrait seed={user.id} imageUrl={member?.profileImageUrl} size={56} />
            <span className={styles.text}>
              <span className={classNames(text.strong, styles.line)}>{user.name}</span>
              <span className={classNames(text.small, text.soft, styles.line)}>{user.email}</span>
            </span>
            <span className={styles.end}>
              <span className={text.unseen}>{t('myPage')}</span>
              <Icon name="next" size={20} />
            </span>
          </Link>
        )}
        <ReferralCard />
        <Rows>
          {ENTRIES.map(({ to, name, icon }) => (
            <Row key={to}>
              <Link to={to} className={rowTargetClass}>
                <RowContent icon={icon} label={t(name)} />
              </Link>
            </Row>
          ))}
        </Rows>
        <section>
          <h2 className={classNames(text.small, text.soft, styles.heading)}>{t('menu')}</h2>
          <Rows>
            {MENU.map(({ to, name, icon }) => (
              <Row key={to}>
                <Link to={to} className={rowTargetClass}>
                  <RowContent icon={icon} label={t(name)} />
                </Link>
              </Row>
            ))}
            <Row>
              <button type="button" className={rowTargetClass} onClick={() => setHelpOpen(true)}>
                <RowContent icon="help" label={t('help')} />
              </button>
            </Row>
          </Rows>
        </section>
        <Link
          to="/more/delete-account"
          className={classNames(text.small, text.faint, styles.delete)}
        >
          {t('deleteAccount')}
        </Link>
      </div>
      <Sheet isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} title={t('help')}>
        {help}
      </Sheet>
    </Screen>
  )
}
