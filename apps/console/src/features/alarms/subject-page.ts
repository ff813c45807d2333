import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'

type Alarm = Pick<CallData<'alarm.list'>['list'][number], 'rule' | 'subject'>

type Page = {
  link:
    | { to: '/seasons/$seasonId'; params: { seasonId: string } }
    | {
        to: '/seasons/$seasonId/edit'
        params: { seasonId: string }
        search: { step: 'publish' }
      }
    | {
        to:
          | '/money/treasury'
          | '/refunds'
          | '/holds'
          | '/system/jobs'
          | '/system/health'
          | '/system/audit'
      }
    | { to: '/money/ledger'; search: { tab: 'verification' | 'reconciliation'; holder?: number } }
    | { to: '/money/payouts'; search: { heldFor: 'ANY' } }
  /** The call that fills the page. */
  needs: CallId
}

/** Returns the page on which an operator can act on an alarm; undefined if there is none yet. */
export function pageOfSubject({ rule, subject }: Alarm): Page | undefined {
  const seasonId = /^season:(\d+)/.exec(subject)?.[1]
  if (seasonId !== undefined && rule === 'SCHEDULE_SUSPENDED') {
    // The season is still a draft, whose last step names the problems.
    return {
      link: {
        to: '/seasons/$seasonId/edit',
        params: { seasonId },
        search: { step: 'publish' },
      },
      needs: 'seasonPlan.show',
    }
  }
  if (seasonId !== undefined) {
    return { link: { to: '/seasons/$seasonId', params: { seasonId } }, needs: 'statistics.season' }
  }
  switch (rule) {
    case 'PAYOUT_HELD':
      return { link: { to: '/money/payouts', search: { heldFor: 'ANY' } }, needs: 'payout.list' }
    case 'TREASURY_LOW':
    case 'TREASURY_FROZEN':
    case 'COVER_SHORT':
      return { link: { to: '/money/treasury' }, needs: 'payout.treasury' }
    case 'REFUND_WAITING':
      return { link: { to: '/refunds' }, needs: 'refund.queue' }
    case 'HOLD_WAITING':
      return { link: { to: '/holds' }, needs: 'hold.queue' }
    case 'JOB_DEAD':
    case 'JOBS_LATE':
      return { link: { to: '/system/jobs' }, needs: 'operator.listJobKinds' }
    case 'FAULTS':
    case 'PUSHES_DROPPED':
      return { link: { to: '/system/health' }, needs: 'operator.health' }
    case 'LEDGER_BROKEN':
      return {
        link: { to: '/money/ledger', search: { tab: 'verification' } },
        needs: 'ledger.verification',
      }
    case 'BOOKS_DIFFER':
    case 'BOOKS_SILENT': {
      const holder = Number(/^books:(\d+)/.exec(subject)?.[1])
      return {
        link: { to: '/money/ledger', search: { tab: 'reconciliation', holder } },
        needs: 'ledger.reconciliation',
      }
    }
    case 'AUDIT_BROKEN':
    case 'OPERATOR_LOGINS':
    case 'OPERATOR_ADJUSTMENTS':
      return { link: { to: '/system/audit' }, needs: 'operator.listAudit' }
    case 'XP_PACE':
    case 'WHEEL_ODDS':
    case 'MISSION_LIMIT':
    case 'STOCK_LOW':
    case 'INVITE_BUDGET':
    case 'SCHEDULE_SUSPENDED':
      return undefined
  }
}
