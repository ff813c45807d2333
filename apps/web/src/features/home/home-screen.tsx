import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { partOfDay } from '@solstice/ui/time.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Card, cardClass } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { Tile } from '#/ui/rows.tsx'
import { Screen, iconButtonClass } from '#/ui/screen.tsx'
import { Avatar } from '#/ui/avatar.tsx'
import text from '#/ui/text.module.css'
import styles from './home-screen.module.css'
import { WalletCard } from './wallet-card.tsx'

type HomeScreenProps = {
  user: { id: string; name: string } | undefined
  /** The member's wallet, or an invitation to create one. */
  wallet: ReactNode
  /** The amount of credit, once it is known. */
  credit: ReactNode
  /** Content that the first paint does not need; the route passes it once it is loaded. */
  seasons: ReactNode
  date: ReactNode
  today: ReactNode
  help: ReactNode
}

export function HomeScreen(props: HomeScreenProps) {
  const { user, wallet, credit, seasons, date, today, help } = props
  const { t } = useTranslation('home')
  const [time] = useState(() => partOfDay(new Date().getHours()))
  return (
    <Screen>
      <header className={styles.greeting}>
        <Avatar seed={user?.id ?? ''} />
        <h1 className={styles.grow}>
          <span className={classNames(text.small, text.faint, styles.line)}>
            {t(`greeting.${time}`)}
          </span>{' '}
          <span className={classNames(text.strong, styles.line, styles.name)}>
            {user && t('name', { name: user.name })}
          </span>
        </h1>
        <Link to="/more/notice" className={iconButtonClass} aria-label={t('notices')}>
          <Icon name="bell" />
        </Link>
      </header>

      {wallet ?? <WalletCard />}

      <div className={styles.pair}>
        <Link to="/home/buy-credit/" className={cardClass}>
          <Offer icon="credit" title={t('credit.title')} note={credit} />
        </Link>
        <Card variant="dashed">
          <Offer icon="card" title={t('pay.title')} note={t('pay.text')} isFaint />
        </Card>
      </div>

      <section className={styles.section}>
        <div className={styles.head}>
          <h2 className={text.title}>{t('seasons.title')}</h2>
          <Link
            to="/rewards"
            className={classNames(text.small, text.soft, text.strong, styles.all)}
          >
            {t('seasons.all')}
          </Link>
        </div>
        {seasons}
      </section>

      <section className={styles.section}>
        <div className={styles.head}>
          <h2 className={text.title}>{t('today')}</h2>
          {date}
        </div>
        {today}
      </section>

      <section className={styles.section}>
        <h2 className={text.title}>{t('help')}</h2>
        {help}
      </section>
    </Screen>
  )
}

type OfferProps = {
  icon: IconName
  title: string
  note: ReactNode
  isFaint?: boolean
}

function Offer({ icon, title, note, isFaint = false }: OfferProps) {
  return (
    <span className={styles.offer}>
      <Tile icon={icon} isFaint={isFaint} />
      <span className={styles.grow}>
        <span className={classNames(styles.line, text.strong)}>{title}</span>
        <span className={classNames(styles.line, text.small, text.soft)}>{note}</span>
      </span>
    </span>
  )
}
