import { Code } from '@solstice/contract/codes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { isUnconfirmed } from '#/lib/intent.ts'
import { runSignOutTasks } from '#/lib/sign-out.ts'
import { dismissToast, useToast } from '#/lib/toast.ts'
import { claimReward } from './api.ts'
import type { InviteTerms } from './api.ts'
import { claimIntent, useClaim } from './use-claim.ts'

vi.mock('./api.ts', () => ({ claimReward: vi.fn<() => Promise<unknown>>() }))

beforeEach(async () => {
  dismissToast()
  await loadTexts('invite')
})
afterEach(() => runSignOutTasks({ wipe: false }))

function claim(): Promise<unknown> {
  const shown = vi.fn<(claim: ReturnType<typeof useClaim>['claim']) => void>()
  function Probe() {
    const terms = { seasonId: 2, referralSymbol: 'USDS' } as InviteTerms // A claim reads only these fields.
    shown(useClaim(terms).claim)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  const run = shown.mock.lastCall?.[0]
  if (!run) throw new Error('The hook was not rendered')
  return run('REFERRAL')
}

test('marks a claim without a response as unconfirmed and shows no toast', async () => {
  vi.mocked(claimReward).mockRejectedValue(new ApiError({ status: 0 }))

  await claim()

  expect(isUnconfirmed(claimIntent('REFERRAL'))).toBe(true)
  expect(useToast.getState().current).toBeUndefined()
})

test('shows the reason of a rejected claim, which is not unconfirmed', async () => {
  const data = { reason: 'NOTHING_EARNED' }
  vi.mocked(claimReward).mockRejectedValue(
    new ApiError({ code: Code.NOTHING_TO_CLAIM, status: 400, msg: 'Nothing yet.', data }),
  )

  await claim()

  expect(isUnconfirmed(claimIntent('REFERRAL'))).toBe(false)
  expect(useToast.getState().current?.message).toBe('Available when a friend qualifies')
})
