import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import betweenSeasons from '#/art/season-long-night.svg'
import { partOfDay } from '#/lib/time.ts'
import { classNames } from '#/ui/class-names.ts'
import { Card, cardClass } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Tile } from '#/ui/rows.tsx'
import { Screen, iconButtonClass } from '#/ui/screen.tsx'
import { Sky } from '#/ui/sky.tsx'
import text from '#/ui/text.module.css'
import { Help } from './help.tsx'
import styles from './home-screen.module.css'
import { WalletCard } from './wallet-card.tsx'

const TODAY = [
  { name: 'checkIn', icon: 'sun' },
  { name: 'spin', icon: 'wheel' },
  { name: 'tickets', icon: 'ticket' },
] as const

type HomeScreenProps = {
  user: { id: string; name: string } | undefined
  /** The member's wallet; without one they are invited to make it. */
  wallet: ReactNode
}

export function HomeScreen({ user, wallet }: HomeScreenProps) {
  const { t } = useTranslation('home')
  const [time] = useState(() => partOfDay(new Date().getHours()))
  return (
    <Screen>
      <header className={styles.greeting}>
        <Sky seed={user?.id ?? ''} />
        <div className={styles.grow}>
          <p className={classNames(text.small, text.faint)}>{t(`greeting.${time}`)}</p>
          <h1 className={classNames(text.strong, styles.name)}>
            {user && t('name', { name: user.name })}
          </h1>
        </div>
        <Link to="/more/notice" className={iconButtonClass} aria-label={t('notices')}>
          <Icon name="bell" />
        </Link>
      </header>

      {wallet ?? <WalletCard />}

      <div className={styles.pair}>
        <Link to="/home/buy-credit/" className={cardClass}>
          <Offer icon="credit" title={t('credit.title')} note={t('credit.text')} />
        </Link>
        <Card look="dashed">
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
        <div className={styles.season}>
          <img src={betweenSeasons} alt="" width={350} height={160} />
          <p className={text.strong}>{t('seasons.betweenTitle')}</p>
          <p className={text.small}>{t('seasons.betweenText')}</p>
        </div>
      </section>

      <section className={styles.section}>
        <h2 className={text.title}>{t('today.title')}</h2>
        <Card>
          <ul className={styles.actions}>
            {TODAY.map(({ name, icon }) => (
              <li key={name}>
                <Tile icon={icon} isFaint />
                <span className={classNames(text.small, text.soft)}>{t(`today.${name}`)}</span>
              </li>
            ))}
          </ul>
          <p className={classNames(text.small, text.faint, styles.when)}>{t('today.withSeason')}</p>
        </Card>
      </section>

      <section className={styles.section}>
        <h2 className={text.title}>{t('help.title')}</h2>
        <Help />
      </section>
    </Screen>
  )
}

type OfferProps = {
  icon: Parameters<typeof Tile>[0]['icon']
  title: string
  note: string
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
