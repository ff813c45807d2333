import { Link, Outlet } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { classNames } from '@solstice/ui/class-names.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { environment } from '#/lib/environment.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { meQuery, useMe } from '#/lib/me.ts'
import { formatLocalClock, formatUtcClock, formatWeekdayMinute } from '#/lib/times.ts'
import { Icon } from '#/ui/icon.tsx'
import { Logo } from '#/ui/logo.tsx'
import text from '#/ui/text.module.css'
import { AccountMenu } from './account-menu.tsx'
import { CommandButton } from './command/command-button.tsx'
import { EnvironmentBadge } from './environment-badge.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { menuFor } from './menu.ts'
import type { MenuEntry } from './menu.ts'
import styles from './shell.module.css'
import { SoloBanner } from './solo-banner.tsx'
import { todayQuery } from './today-query.ts'

/** Renders the frame of every page: the menu of the role, the top bar and, on phones, the tabs. */
export function Shell() {
  const { data: me } = useQuery(meQuery)
  // A person who signed out leaves before the next page is shown.
  if (!me) return null
  return <SignedInShell />
}

function SignedInShell() {
  const { t } = useTranslation()
  const { calls, approvalsWaiting } = useMe()
  const entries = menuFor(calls)
  const isProduction = environment() === 'production'
  return (
    <div className={classNames(styles.shell, isProduction && styles.production)}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <aside className={styles.side}>
        <Link to="/" className={styles.brand}>
          <Logo />
          Solstice
        </Link>
        <nav aria-label={t('mainMenu')}>
          <Entries entries={entries.filter(({ group }) => !group)} waiting={approvalsWaiting} />
          <p className={styles.group}>{t('menu:system')}</p>
          <Entries entries={entries.filter(({ group }) => group)} waiting={0} />
        </nav>
        <div className={styles.me}>
          <AccountMenu />
        </div>
      </aside>
      <TopBar waiting={approvalsWaiting} />
      <div className={styles.content}>
        <SoloBanner />
        <Outlet />
      </div>
      <nav className={styles.tabs} aria-label={t('tabMenu')}>
        {entries
          .filter(({ isTab }) => isTab)
          .map(({ to, name, icon }) => (
            <Link key={to} to={to} className={styles.tab} activeOptions={{ exact: to === '/' }}>
              <Icon name={icon} size={20} />
              {t(`menu:${name}`)}
            </Link>
          ))}
      </nav>
      <IdleWarning />
    </div>
  )
}

function Entries({ entries, waiting }: { entries: readonly MenuEntry[]; waiting: number }) {
  const { t } = useTranslation('menu')
  return (
    <ul>
      {entries.map(({ to, name, icon }) => (
        <li key={to}>
          <Link to={to} className={styles.entry} activeOptions={{ exact: to === '/' }}>
            <Icon name={icon} />
            {t(name)}
            {to === '/approvals' && waiting > 0 && <span className={styles.count}>{waiting}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function TopBar({ waiting }: { waiting: number }) {
  const { t } = useTranslation()
  const now = useNow()
  const { calls } = useMe()
  const { data: today } = useQuery({ ...todayQuery, enabled: calls.includes('operator.today') })
  const alarms = today?.alarms.length ?? 0
  return (
    <header className={styles.top}>
      <CommandButton />
      <div className={styles.environment}>
        <EnvironmentBadge />
      </div>
      <div className={styles.clock}>
        <b>{formatWeekdayMinute(now)}</b>
        <span>UTC {formatUtcClock(now)}</span>
        <span>{t('localClock', { time: formatLocalClock(now) })}</span>
      </div>
      <Link to="/alarms" className={styles.counter} data-alarm={alarms > 0}>
        <Icon name="bell" />
        <Count count={alarms} name={t('alarmCount', { count: alarms })} />
      </Link>
      <Link to="/approvals" className={styles.counter}>
        <Icon name="stamp" />
        <Count count={waiting} name={t('approvalCount', { count: waiting })} />
      </Link>
      <Link to="/me" className={classNames(styles.counter, styles.own)} aria-label={t('menu:me')}>
        <Icon name="people" />
      </Link>
    </header>
  )
}

/** Shows a number, and reads out what it counts. */
function Count({ count, name }: { count: number; name: string }) {
  return (
    <>
      <span className={text.unseen}>{name}</span>
      {count > 0 && <span aria-hidden="true">{count}</span>}
    </>
  )
}
