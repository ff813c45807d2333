import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { loadQueries } from '#/lib/loaded-queries.ts'
import { homePainted } from '#/lib/painted.ts'
import { Icon } from '#/ui/icon.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { lazyPart } from './lazy-part.tsx'
import styles from './tab-bar.module.css'

const TABS = [
  { to: '/home', name: 'home', icon: 'home' },
  { to: '/rewards', name: 'rewards', icon: 'rewards' },
  { to: '/starlight', name: 'starlight', icon: 'star' },
  { to: '/wallet', name: 'wallet', icon: 'wallet' },
  { to: '/more', name: 'more', icon: 'more' },
] as const satisfies readonly { to: string; name: string; icon: IconName }[]

const UnreadDot = lazyPart(
  async () => {
    await homePainted()
    await loadQueries()
    return (await import('./unread-dot.tsx')).UnreadDot
  },
  { texts: [] },
)

export function TabBar() {
  const { t } = useTranslation()
  return (
    <nav className={styles.tabs} aria-label={t('tabs.label')} data-tab-bar>
      {TABS.map(({ to, name, icon }) => (
        <Link key={to} to={to} className={styles.tab} activeProps={{ className: styles.current }}>
          <TabIcon name={icon} />
          <span className={styles.label}>{t(`tabs.${name}`)}</span>
          {name === 'more' && <UnreadDot />}
        </Link>
      ))}
    </nav>
  )
}

/** Draws the current tab filled; its inner lines are cut out in the colour of the bar. */
const FILLED: Partial<Record<IconName, { body: string; cut?: string; line?: string }>> = {
  home: {
    body: 'M4 10.5 12 4l8 6.5V19a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19z',
    cut: 'M12 20v-4.5',
  },
  rewards: {
    body: 'M4.5 8.5h6.75V12H4a.5.5 0 0 1-.5-.5v-2a1 1 0 0 1 1-1zM12.75 8.5h6.75a1 1 0 0 1 1 1v2a.5.5 0 0 1-.5.5h-7.25zM5 13.5h6.25v7H7a2 2 0 0 1-2-2zM12.75 13.5H19v5a2 2 0 0 1-2 2h-4.25z',
    line: 'M12 8.5C9.5 8.5 7.5 7.6 7.5 5.7 7.5 4.5 8.4 3.5 9.5 3.5c1.9 0 2.5 2.5 2.5 5 0-2.5.6-5 2.5-5 1.1 0 2 1 2 2.2 0 1.9-2 2.8-4.5 2.8z',
  },
  star: {
    body: 'M12 3.5c1.2 6 2.5 7.3 8.5 8.5-6 1.2-7.3 2.5-8.5 8.5-1.2-6-2.5-7.3-8.5-8.5 6-1.2 7.3-2.5 8.5-8.5z',
  },
  wallet: {
    body: 'M4 8a2 2 0 0 0 2 2h12.5A1.5 1.5 0 0 1 20 11.5v6.5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z',
    line: 'M4 8a2.5 2.5 0 0 1 2.5-2.5H17A1.5 1.5 0 0 1 18.5 7v1H6',
    cut: 'M16 15h.01',
  },
}

function TabIcon({ name }: { name: IconName }) {
  const filled = FILLED[name]
  return (
    <span className={styles.icon}>
      <span className={filled && styles.outline}>
        <Icon name={name} />
      </span>
      {filled && (
        <svg className={styles.filled} viewBox="0 0 24 24" aria-hidden="true">
          <path className={styles.body} d={filled.body} />
          {filled.line && <path d={filled.line} />}
          {filled.cut && <path className={styles.cut} d={filled.cut} />}
        </svg>
      )}
    </span>
  )
}
