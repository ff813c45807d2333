import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallId } from '@solstice/contract/catalogue'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { History } from '#/shell/history/history.tsx'
import tabStyles from '#/ui/tabs.module.css'
import text from '#/ui/text.module.css'
import type { Member } from './api.ts'
import type { Season } from '#/shell/published-seasons-query.ts'
import styles from './member-screen.module.css'
import { MEMBER_TABS } from './member-search.ts'
import type { MemberTab } from './member-search.ts'
import { HoldsTab } from './tabs/holds-tab.tsx'
import { InvitesTab } from './tabs/invites-tab.tsx'
import { NotesTab } from './tabs/notes-tab.tsx'
import { OrdersTab } from './tabs/orders-tab.tsx'
import { PayoutsTab } from './tabs/payouts-tab.tsx'
import { SeasonTab } from './tabs/season-tab.tsx'
import { SessionsTab } from './tabs/sessions-tab.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { useWhy } from './why/use-why.ts'
import { WhyPanel } from './why/why-panel.tsx'

/** The call that fills each tab; a role sees only tabs that it may open. */
const NEEDS: Record<MemberTab, CallId> = {
  timeline: 'member.timeline',
  season: 'member.season',
  orders: 'member.orders',
  payouts: 'payout.list',
  holds: 'hold.queue',
  sessions: 'member.sessions',
  invites: 'member.referrals',
  notes: 'member.notes',
  history: 'audit.history',
}

type MemberTabsProps = {
  userId: number
  member: Member | undefined
  seasons: readonly Season[]
}

/** The tabs of a member's file, with the panel that explains one entry at the right. */
export function MemberTabs({ userId, member, seasons }: MemberTabsProps) {
  const { t } = useTranslation('member')
  const may = useMay()
  const search = useSearch({ from: '/app/members/$userId' })
  const navigate = useNavigate({ from: '/members/$userId' })
  const why = useWhy()
  const counts = countsOf(member)
  const shown = MEMBER_TABS.filter((tab) => may(NEEDS[tab]))
  const tab = search.tab ?? shown.find((each) => each !== 'history') ?? 'timeline'
  const page = search.page ?? 1
  const seasonId = search.season ?? member?.currentSeasonId ?? undefined
  const setPage = (next: number) =>
    void navigate({ search: (old) => ({ ...old, page: next }), resetScroll: false })

  const contents: Record<MemberTab, () => ReactNode> = {
    timeline: () => <Timeline userId={userId} seasons={seasons} why={why} />,
    season: () => <SeasonTab userId={userId} seasons={seasons} seasonId={seasonId} why={why} />,
    orders: () => <OrdersTab userId={userId} page={page} onPage={setPage} why={why} />,
    payouts: () => <PayoutsTab userId={userId} page={page} onPage={setPage} why={why} />,
    holds: () => <HoldsTab userId={userId} page={page} onPage={setPage} />,
    sessions: () => <SessionsTab userId={userId} />,
    invites: () => <InvitesTab userId={userId} page={page} onPage={setPage} why={why} />,
    notes: () => <NotesTab userId={userId} page={page} onPage={setPage} />,
    history: () => <History subjects={[[`member:${userId}`, t('tabs.history')]]} />,
  }

  return (
    <>
      <nav className={classNames(tabStyles.tabs, styles.tabs)} aria-label={t('tabs.label')}>
        {shown.map((each) => (
          <Link
            key={each}
            to="/members/$userId"
            params={{ userId: String(userId) }}
            // Filters of one tab mean nothing in another.
            search={each === 'timeline' ? {} : { tab: each }}
            resetScroll={false}
            // The router marks links by their address, which also has filters.
            activeOptions={{ exact: true }}
            className={tabStyles.tab}
            aria-current={each === tab ? 'page' : undefined}
          >
            {t(`tabs.${each}`)}
            {counts[each] !== undefined && (
              <span className={classNames(text.small, text.faint)}>
                {formatNumber(counts[each])}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className={classNames(styles.split, why.entry !== undefined && styles.open)}>
        <div className={styles.content}>{contents[tab]()}</div>
        {why.entry !== undefined && (
          <WhyPanel
            key={why.entry}
            userId={userId}
            entry={why.entry}
            language={member?.language}
            seasonId={seasonId}
            why={why}
          />
        )}
      </div>
    </>
  )
}

/** Returns how many entries the lists have, for their tabs. */
function countsOf(member: Member | undefined): Partial<Record<MemberTab, number>> {
  if (!member) return {}
  const { orders, payouts, friends, notes } = member.counts
  return { orders, payouts, invites: friends, notes }
}
