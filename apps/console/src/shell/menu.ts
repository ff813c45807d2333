import type { CallId } from '@solstice/contract/catalogue'
import type { TextKey } from '#/lib/i18n.ts'
import type { IconName } from '#/ui/icon.tsx'

export type MenuEntry = {
  to:
    | '/'
    | '/seasons'
    | '/approvals'
    | '/alarms'
    | '/members'
    | '/refunds'
    | '/shop'
    | '/holds'
    | '/money/treasury'
    | '/money/ledger'
    | '/messages/notices'
    | '/messages/campaigns'
    | '/money/payouts'
    | '/money/invites'
    | '/system/networks'
    | '/system/operators'
    | '/system/policy'
    | '/system/audit'
    | '/system/jobs'
    | '/system/health'
    | '/system/availability'
    | '/system/maintenance'
  name: TextKey<'menu'>
  icon: IconName
  /** The call that fills the page; without it the page would only refuse. */
  needs: CallId
  group?: 'system'
  /** Also a tab at phone width, for the person on call. */
  isTab?: true
}

const MENU: readonly MenuEntry[] = [
  { to: '/', name: 'today', icon: 'today', needs: 'operator.today', isTab: true },
  { to: '/seasons', name: 'seasons', icon: 'calendar', needs: 'seasonPlan.list' },
  { to: '/approvals', name: 'approvals', icon: 'stamp', needs: 'approval.list', isTab: true },
  { to: '/alarms', name: 'alarms', icon: 'bell', needs: 'alarm.list' },
  { to: '/members', name: 'members', icon: 'user', needs: 'operator.findMembers', isTab: true },
  { to: '/refunds', name: 'refunds', icon: 'refund', needs: 'refund.queue' },
  { to: '/shop', name: 'shop', icon: 'bag', needs: 'product.listAll' },
  { to: '/holds', name: 'holds', icon: 'shield', needs: 'hold.queue' },
  { to: '/money/treasury', name: 'treasury', icon: 'money', needs: 'payout.treasury', isTab: true },
  { to: '/money/payouts', name: 'payouts', icon: 'wallet', needs: 'payout.list' },
  { to: '/money/ledger', name: 'ledger', icon: 'book', needs: 'ledger.balances' },
  { to: '/money/invites', name: 'invites', icon: 'plus', needs: 'invite.showTerms' },
  { to: '/messages/notices', name: 'notices', icon: 'message', needs: 'notice.listAll' },
  { to: '/messages/campaigns', name: 'campaigns', icon: 'play', needs: 'notice.listCampaigns' },
  {
    to: '/system/networks',
    name: 'networks',
    icon: 'link',
    needs: 'network.showAll',
    group: 'system',
  },
  {
    to: '/system/operators',
    name: 'operators',
    icon: 'people',
    needs: 'operator.listOperators',
    group: 'system',
  },
  {
    to: '/system/policy',
    name: 'policy',
    icon: 'lock',
    needs: 'approval.policy',
    group: 'system',
  },
  {
    to: '/system/audit',
    name: 'audit',
    icon: 'shield',
    needs: 'operator.listAudit',
    group: 'system',
  },
  {
    to: '/system/jobs',
    name: 'jobs',
    icon: 'retry',
    needs: 'operator.listJobKinds',
    group: 'system',
    isTab: true,
  },
  {
    to: '/system/health',
    name: 'health',
    icon: 'system',
    needs: 'operator.health',
    group: 'system',
    isTab: true,
  },
  {
    to: '/system/availability',
    name: 'availability',
    icon: 'clock',
    needs: 'status.listDecisions',
    group: 'system',
  },
  {
    to: '/system/maintenance',
    name: 'maintenance',
    icon: 'freeze',
    needs: 'maintenance.show',
    group: 'system',
  },
]

/** Returns the pages that a role may open. */
export function menuFor(calls: readonly string[]): MenuEntry[] {
  return MENU.filter(({ needs }) => calls.includes(needs))
}
