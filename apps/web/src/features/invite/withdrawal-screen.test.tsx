import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import type { InviteSummary, InviteTerms, Withdrawal } from './api.ts'
import { Balance } from './invite-screen.tsx'
import { Dock, Failure } from './withdrawal-screen.tsx'

// A real link would need the routes of the whole app.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

// The settings are part of the HTML page, which is missing here.
vi.mock('#/lib/settings.ts', () => ({ webSettings: () => ({ supportEmail: 'help@example.com' }) }))

beforeAll(() => loadTexts('invite'))

test('offers to retry a failed withdrawal on the screen with the balance', () => {
  const withdrawal = { status: 'FAILED', txHash: null } as Withdrawal // The dock reads only these fields.

  expect(renderToStaticMarkup(<Dock withdrawal={withdrawal} />)).toBe(
    '<a href="/more/withdraw">Try again</a>',
  )
})

const RETRY_TEXT = 'The full amount is back in your balance, so you can try again.'

test.each([
  ['NETWORK', `The network didn’t accept the transfer. ${RETRY_TEXT}`],
  [
    'LIMIT',
    'It was over the daily payout limit. The full amount is back in your balance. Please wait a day before you withdraw again.',
  ],
  [
    'PAUSED',
    'Withdrawals were paused on your account. The full amount is back in your balance. You can withdraw again once the pause is over.',
  ],
  ['WALLET', `Your wallet wasn’t connected when we processed this withdrawal. ${RETRY_TEXT}`],
  ['CANCELLED', `Our team cancelled it. Questions? Email help@example.com. ${RETRY_TEXT}`],
  [null, `We couldn’t complete this withdrawal. ${RETRY_TEXT}`],
] as const)(
  'explains a withdrawal that failed for %s, and where the money is',
  (failure, message) => {
    const withdrawal = { status: 'FAILED', failure } as Withdrawal // The notice reads only these fields.

    expect(renderToStaticMarkup(<Failure withdrawal={withdrawal} />)).toContain(message)
  },
)

test.each([
  ['9.5', null, 'Referral balance: 9.50 USDS', 'You need 0.50 USDS more to withdraw.'],
  ['12', '2027-06-21T12:00:00.000Z', 'Withdraw 12.00 USDS', 'Withdrawals are paused until'],
  ['12', null, 'Withdraw 12.00 USDS', '3.00 withdrawn so far'],
])('shows a balance of %s, paused until %s, as %j and %j', (withdrawable, until, label, note) => {
  // The row reads only these fields.
  const terms = { referralSymbol: 'USDS', minWithdraw: '10' } as InviteTerms
  const summary = { withdrawable, withdrawn: '3', withdrawalsPausedUntil: until } as InviteSummary

  const html = renderToStaticMarkup(<Balance terms={terms} summary={summary} />)

  expect(html).toContain(label)
  expect(html).toContain(note)
})
