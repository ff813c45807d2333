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
    | '/money/treasury'
    | '/system/operators'
    | '/system/policy'
    | '/system/audit'
    | '/system/jobs'
    | '/system/health'
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
  { to: '/money/treasury', name: 'treasury', icon: 'money', needs: 'payout.treasury', isTab: true },
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
]

/** Returns the pages that a role may open. */
export function menuFor(calls: readonly string[]): MenuEntry[] {
  return MENU.filter(({ needs }) => calls.includes(needs))
}
