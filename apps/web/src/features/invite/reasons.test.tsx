import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import type { Availability, Friend, InviteSummary, InviteTerms } from './api.ts'
import { FriendRow } from './friend-list.tsx'
import { ReasonSheet } from './reason-sheet.tsx'
import type { Reason } from './reason-sheet.tsx'
import { useClaimReason, useRefusalReason } from './reasons.ts'

// The settings are part of the HTML page, which is missing here.
vi.mock('#/lib/settings.ts', () => ({ webSettings: () => ({ supportEmail: 'help@example.com' }) }))

// The router would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => {} }))

beforeAll(() => loadTexts('invite'))

// The reasons read only these fields.
const terms = {
  checkInDays: 3,
  claimDelayDays: 7,
  referralReward: '1',
  referralSymbol: 'USDS',
  minWithdraw: '10',
} as InviteTerms

const LATER = '2099-07-01T08:00:00.000Z'

const friendIn = (state: Friend['state']) =>
  ({
    entryId: 'friend:1.1',
    nickname: 'sun***',
    joinedAt: '2027-06-21T12:00:00.000Z',
    reward: '1',
    checkInDays: 2,
    state,
    claimableAt: null,
  }) as Friend

function Shown({ useReason }: { useReason: () => Reason | undefined }) {
  const reason = useReason()
  return reason ? <ReasonSheet reason={reason} onClose={() => {}} /> : 'No sheet'
}

function textOf(useReason: () => Reason | undefined): string {
  const html = renderToStaticMarkup(<Shown useReason={useReason} />)
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

test('announces a notification for a claim that waits without a date', () => {
  const claim = { reason: 'WAITING', goal: 1, claimableAt: '2020-01-01T00:00:00Z' } as Availability

  expect(textOf(() => useClaimReason(terms)(claim))).toContain(
    'We’ll notify you when you can claim it.',
  )
})

test('shows for a waiting claim the rule, the number of qualified friends and when it can be claimed', () => {
  // The reason reads only these fields.
  const claim = { reason: 'WAITING', goal: 2, claimableAt: LATER } as Availability

  const content = textOf(() => useClaimReason(terms)(claim))

  expect(content).toContain('You can claim 7 days after a friend qualifies')
  expect(content).toContain('Friends who qualified 2')
  expect(content).toContain('You can claim from 1 Jul')
})

test('shows for a rejected withdrawal the reason, the balance and limits, and what to do', () => {
  const summary = { withdrawable: '50', withdrawLimitLeft: '100' } as InviteSummary

  const content = textOf(() => useRefusalReason(terms, summary)('Withdrawals are unavailable.'))

  expect(content).toContain('Withdrawals are unavailable.')
  expect(content).toContain('Referral balance 50.00 USDS')
  expect(content).toContain('Available today 100.00 USDS')
  expect(content).toContain('Your balance hasn’t changed.')
  expect(content).toContain('help@example.com')
})

test.each([
  ['NEVER', 'No reward.'],
  ['CAPPED', 'No reward. Over this season’s limit.'],
  ['WALLET', 'Checked in on 2 of 3 days.'],
] as const)('explains a friend who is %s from the row', (state, shown) => {
  const row = <FriendRow friend={friendIn(state)} terms={terms} />

  const html = renderToStaticMarkup(row)

  expect(html).toContain('aria-haspopup="dialog"')
  expect(html).toContain(shown)
})
