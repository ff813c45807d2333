import { Code } from '@solstice/contract/codes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { isUnconfirmed } from '#/lib/intent.ts'
import { runSignOutTasks } from '#/lib/sign-out.ts'
import { dismissToast, useToast } from '#/lib/toast.ts'
import { useBuy } from './use-buy.ts'

const INTENT = ['purchase', 2, 5] as const

beforeEach(async () => {
  dismissToast()
  vi.spyOn(console, 'error').mockReturnValue()
  await loadTexts('shop')
})
afterEach(() => {
  vi.restoreAllMocks()
  runSignOutTasks({ wipe: false })
})

function buyWith(error: ApiError): Promise<unknown> {
  const shown = vi.fn<(run: () => Promise<unknown>) => void>()
  function Probe() {
    const { run } = useBuy({
      intent: INTENT,
      label: 'Purchase',
      about: { productId: 5 },
      buy: async () => {
        throw error
      },
      refresh: async () => {},
    })
    shown(run)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  const run = shown.mock.lastCall?.[0]
  if (!run) throw new Error('The hook was not rendered')
  return run()
}

test('keeps a purchase without a response unconfirmed and shows no toast', async () => {
  await buyWith(new ApiError({ status: 502 }))

  expect(isUnconfirmed(INTENT)).toBe(true)
  expect(useToast.getState().current).toBeUndefined()
})

test('shows the reason of a refused purchase and does not keep it unconfirmed', async () => {
  const data = { reason: 'SOLD_OUT' }
  await buyWith(
    new ApiError({ code: Code.PRODUCT_UNAVAILABLE, status: 400, msg: 'Not available.', data }),
  )

  expect(isUnconfirmed(INTENT)).toBe(false)
  expect(useToast.getState().current?.message).toBe('This is sold out.')
})
