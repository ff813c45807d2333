import { QueryObserver, focusManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { useConnectivity } from './connectivity.ts'
import { queryClient, shouldRetry } from './query-client.ts'

test.each([
  ['no network', new ApiError({ status: 0 }), true],
  ['a server error', new ApiError({ status: 500, code: 9999 }), true],
  ['a refusal', new ApiError({ status: 404, code: 2901 }), false],
  ['an error in the app', new Error('bug'), false],
])('decides after %s if it retries: %s', (_name, error, expected) => {
  expect(shouldRetry(0, error)).toBe(expected)
})

test('requests at most three times in total', () => {
  const fault = new ApiError({ status: 503 })

  expect([0, 1, 2].map((failures) => shouldRetry(failures, fault))).toEqual([true, true, false])
})

describe('a query on the screen', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    queryClient.mount()
  })

  afterEach(() => {
    queryClient.clear()
    queryClient.unmount()
    focusManager.setFocused(undefined)
    useConnectivity.setState({ isOffline: false })
    vi.useRealTimers()
  })

  test.each([
    ['a server error', 503, 3],
    ['a refusal', 404, 1],
  ])('that meets %s is sent only as often as a retry can help', async (_name, status, times) => {
    const { fetchData } = await watch(() => Promise.reject(new ApiError({ status })))
    await vi.advanceTimersByTimeAsync(60_000)

    expect(fetchData).toHaveBeenCalledTimes(times)
  })

  test('is fetched again when the app regains focus', async () => {
    const { fetchData } = await watch(() => Promise.resolve('here'))
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)

    expect(fetchData).toHaveBeenCalledTimes(2)
  })

  test('is paused while offline and fetched again when the connection is restored', async () => {
    const { fetchData } = await watch(() => Promise.resolve('here'))
    useConnectivity.setState({ isOffline: true })
    void queryClient.refetchQueries()
    await vi.advanceTimersByTimeAsync(0)
    expect(fetchData).toHaveBeenCalledTimes(1)

    useConnectivity.setState({ isOffline: false })
    await vi.advanceTimersByTimeAsync(0)

    expect(fetchData).toHaveBeenCalledTimes(2)
  })

  test('shows its cached data for 5 minutes after its screen closed, while it is fetched again', async () => {
    const { fetchData, leave } = await watch(() => Promise.resolve('here'))
    leave()
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    const again = await watch(fetchData)

    expect(again.observer.getCurrentResult().data).toBe('here')
    expect(fetchData).toHaveBeenCalledTimes(2)

    again.leave()
    await vi.advanceTimersByTimeAsync(5 * 60_000 + 1)
    expect(queryClient.getQueryData(KEY)).toBeUndefined()
  })
})

const KEY = ['question']

/** Subscribes as a screen does, until `leave` is called. */
async function watch(answer: () => Promise<string>) {
  const fetchData = vi.fn(answer)
  const observer = new QueryObserver(queryClient, { queryKey: KEY, queryFn: fetchData })
  const leave = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return { fetchData, observer, leave }
}
