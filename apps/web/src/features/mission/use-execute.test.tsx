import { Code } from '@solstice/contract/codes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { isUnconfirmed } from '#/lib/intent.ts'
import { runSignOutTasks } from '#/lib/sign-out.ts'
import { dismissToast, useToast } from '#/lib/toast.ts'
import { executeMission } from './api.ts'
import { useExecute } from './use-execute.ts'

vi.mock('./api.ts', () => ({ executeMission: vi.fn<() => Promise<unknown>>() }))

const INTENT = ['mission', 2, 1] as const

beforeEach(async () => {
  dismissToast()
  runSignOutTasks({ wipe: false })
  await loadTexts('mission')
})

/** Renders the hook and returns its action. */
function renderExecute() {
  const shown = vi.fn<(execute: ReturnType<typeof useExecute>['execute']) => void>()
  function Probe() {
    shown(useExecute({ seasonId: 2, missionId: 1 }).execute)
    return null
  }
  const queries = new QueryClient()
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Probe />
    </QueryClientProvider>,
  )
  const execute = shown.mock.lastCall?.[0]
  if (!execute) throw new Error('The hook was not rendered')
  return execute
}

test('keeps a check-in without a response unconfirmed, shows no failure, and reuses its key', async () => {
  vi.mocked(executeMission).mockRejectedValue(new ApiError({ status: 0 }))
  const execute = renderExecute()

  await execute()
  await execute()

  expect(isUnconfirmed(INTENT)).toBe(true)
  expect(useToast.getState().current).toBeUndefined()
  const [first, second] = vi.mocked(executeMission).mock.calls
  expect(second?.[2]).toBe(first?.[2])
})

test('shows the reason when the server rejects a check-in', async () => {
  const error = new ApiError({ code: Code.CHECK_IN_CLOSED, status: 400, msg: 'Closed.' })
  vi.mocked(executeMission).mockRejectedValue(error)

  await renderExecute()()

  expect(isUnconfirmed(INTENT)).toBe(false)
  expect(useToast.getState().current?.message).toBe('Closed.')
})
