import { Code } from '@solstice/contract/codes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { isUnconfirmed } from './intent.ts'
import { runSignOutTasks } from './sign-out.ts'
import { dismissToast, useToast } from './toast.ts'
import { Cancelled, useAction } from './use-action.ts'
import type { Action } from './use-action.ts'

const NO_RESPONSE = new ApiError({ status: 0 })
const refusal = (code: number) => new ApiError({ code, status: 400, msg: 'No.' })
const INTENT = ['purchase', 2, 5] as const

type Call = (input: string, key: string) => Promise<string>
type Used = ReturnType<typeof useAction<string, string>>

/** The subset of a document that React needs to render a component without elements. */
function fakeDocument() {
  const node = { addEventListener: () => {}, removeEventListener: () => {}, textContent: '' }
  const document = { ...node, nodeType: 9, activeElement: null }
  vi.stubGlobal('window', { ...node, document, HTMLIFrameElement: Object })
  vi.stubGlobal('document', document)
  return { ...node, nodeType: 1, tagName: 'DIV', ownerDocument: document } as unknown as HTMLElement // Sufficient for React.
}

let call: ReturnType<typeof vi.fn<Call>>
let shown: ReturnType<typeof vi.fn<(used: Used) => void>>
let unmount = () => {}

async function render(action: Partial<Action<string, string>> = {}): Promise<void> {
  function Probe() {
    shown(useAction<string, string>({ call, ...action }))
    return null
  }
  const root = createRoot(fakeDocument())
  const unmountOthers = unmount
  unmount = () => {
    unmount = () => {}
    unmountOthers()
    act(() => root.unmount())
  }
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Probe />
      </QueryClientProvider>,
    ),
  )
}

/** Returns the result of the latest render. */
function used(): Used {
  const latest = shown.mock.lastCall?.[0]
  if (!latest) throw new Error('The hook was not rendered')
  return latest
}

const run = (input = 'a') => act(() => used().run(input))
/** Mutations publish their state in the next task. */
const waitForBusy = (isBusy: boolean) =>
  act(() => vi.waitFor(() => expect(used().isBusy).toBe(isBusy)))
const keys = () => call.mock.calls.map(([, key]) => key)

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  shown = vi.fn<(used: Used) => void>()
  call = vi.fn<Call>(async () => 'done')
})
afterEach(() => {
  unmount()
  dismissToast()
  runSignOutTasks({ wipe: false })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the idempotency key', () => {
  test('is the same for each attempt of an intent until a response arrives', async () => {
    await render({ intent: INTENT })
    call.mockRejectedValueOnce(NO_RESPONSE).mockRejectedValueOnce(NO_RESPONSE)

    await run()
    await run()
    await run()
    await run()

    const [first, second, third, fourth] = keys()
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  test('changes after a refusal of the first attempt', async () => {
    await render({ intent: INTENT })
    call.mockRejectedValueOnce(refusal(Code.XP_INSUFFICIENT))

    await run()
    await run()

    expect(keys()[1]).not.toBe(keys()[0])
  })

  test('stays after a refusal of a later attempt, because the first may have succeeded', async () => {
    await render({ intent: INTENT })
    call.mockRejectedValueOnce(NO_RESPONSE).mockRejectedValueOnce(refusal(Code.XP_INSUFFICIENT))

    await run()
    await run()
    await run()

    expect(new Set(keys()).size).toBe(1)
  })

  test('differs for another request', async () => {
    await render({ intent: INTENT })
    call.mockRejectedValue(NO_RESPONSE)

    await run('a')
    await run('b')
    await run('a')

    const [a, b, again] = keys()
    expect(b).not.toBe(a)
    expect(again).toBe(a)
  })

  test('does not depend on parts of the input that are not sent', async () => {
    await render({ intent: INTENT, request: () => null })
    call.mockRejectedValue(NO_RESPONSE)

    await run('token 1')
    await run('token 2')

    expect(keys()[1]).toBe(keys()[0])
  })

  test('is new for each run of an action without an intent', async () => {
    await render()
    call.mockRejectedValue(NO_RESPONSE)

    await run()
    await run()

    expect(keys()[1]).not.toBe(keys()[0])
  })

  test("follows the action's own rule if it has one", async () => {
    await render({ intent: INTENT, isDecision: () => false })
    call.mockRejectedValueOnce(refusal(Code.XP_INSUFFICIENT))

    await run()
    await run()

    expect(keys()[1]).toBe(keys()[0])
  })
})

describe('an earlier attempt that another screen is waiting for', () => {
  /** Presses, leaves the screen and returns to it. */
  async function startFirst() {
    const answer = Promise.withResolvers<string>()
    call.mockReturnValueOnce(answer.promise)
    await render({ intent: INTENT })
    let first: Promise<unknown> | undefined
    await act(async () => {
      first = used().run('a')
      await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1))
    })
    await waitForBusy(true)
    await render({ intent: INTENT })
    const settle = (outcome: () => void) =>
      act(async () => {
        outcome()
        await first
      })
    return {
      succeeds: () => settle(() => answer.resolve('done')),
      failsWithoutResponse: () => settle(() => answer.reject(NO_RESPONSE)),
    }
  }

  test.each([
    Code.TOO_MANY_REQUESTS,
    Code.MAINTENANCE,
    Code.PIN_VERIFICATION_REQUIRED,
    Code.XP_INSUFFICIENT,
  ])('keeps its key after code %i, because it may still succeed', async (code) => {
    const first = await startFirst()
    call.mockRejectedValueOnce(refusal(code))
    await run()
    expect(used().isUnconfirmed).toBe(false)
    await first.failsWithoutResponse()
    expect(used().isUnconfirmed).toBe(true)
    await run()

    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
  })

  test('is superseded by an attempt that succeeds, whatever its own outcome', async () => {
    const first = await startFirst()
    await run()
    await first.failsWithoutResponse()
    expect(used().isUnconfirmed).toBe(false)
    await run()

    expect(keys()[1]).toBe(keys()[0])
    expect(keys()[2]).not.toBe(keys()[0])
  })

  test('does not end the key of the next intent with its late response', async () => {
    const first = await startFirst()
    await run()
    call.mockRejectedValueOnce(NO_RESPONSE)
    await run()
    await first.succeeds()
    expect(used().isUnconfirmed).toBe(true)
    await run()

    expect(keys()[3]).toBe(keys()[2])
    expect(keys()[2]).not.toBe(keys()[0])
  })
})

describe('an action', () => {
  test('is busy while it runs and ignores a second press', async () => {
    await render()
    const answer = Promise.withResolvers<string>()
    call.mockReturnValueOnce(answer.promise)
    expect(used().isBusy).toBe(false)

    let first: Promise<unknown> | undefined
    await act(async () => {
      first = used().run('a')
    })
    await waitForBusy(true)
    expect(used().running).toBe('a')
    expect(await used().run('b')).toBeUndefined()
    expect(call).toHaveBeenCalledTimes(1)

    await act(async () => {
      answer.resolve('done')
      await first
    })
    await waitForBusy(false)
    expect(await first).toBe('done')
  })

  test('accepts another press immediately if presses are parallel', async () => {
    await render({ isParallel: true })
    await act(async () => {
      await Promise.all([used().run('a'), used().run('b')])
    })
    expect(call).toHaveBeenCalledTimes(2)
  })

  test('refreshes before it continues and shows that it is done', async () => {
    const order: string[] = []
    await render({
      refresh: async (_, result) => {
        await Promise.resolve()
        order.push(`refreshed after ${result}`)
      },
      texts: { done: (result, input) => `${input}: ${result}` },
      onDone: () => void order.push('done'),
    })

    await run()

    expect(order).toEqual(['refreshed after done', 'done'])
    expect(useToast.getState().current).toMatchObject({ message: 'a: done', tone: 'done' })
  })

  test('continues after 3 seconds if the refresh waits for the network', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const onDone = vi.fn<() => void>()
    await render({ refresh: () => new Promise(() => {}), texts: { done: () => 'Done.' }, onDone })

    let running: Promise<unknown> | undefined
    await act(async () => {
      running = used().run('a')
      await vi.advanceTimersByTimeAsync(2900)
    })
    expect(onDone).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(200))

    expect(onDone).toHaveBeenCalledTimes(1)
    expect(useToast.getState().current?.message).toBe('Done.')
    expect(await running).toBe('done')
    expect(used().isBusy).toBe(false)
  })

  test('shows the reason of a refusal and refreshes too', async () => {
    const refresh = vi.fn<() => void>()
    const onFailed = vi.fn<(error: unknown, input: string) => void>()
    const error = refusal(Code.XP_INSUFFICIENT)
    await render({ intent: INTENT, refresh, onFailed, texts: { failed: () => 'Too little.' } })
    call.mockRejectedValue(error)

    expect(await run()).toBeUndefined()

    expect(onFailed).toHaveBeenCalledExactlyOnceWith(error, 'a')
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(useToast.getState().current).toMatchObject({ message: 'Too little.', tone: 'attention' })
    expect(used().isUnconfirmed).toBe(false)
  })

  test('passes its error to a caller that shows it', async () => {
    await render()
    call.mockRejectedValue(NO_RESPONSE)
    await act(() => expect(used().runOrThrow('a')).rejects.toBe(NO_RESPONSE))
  })

  test('is neither done nor failed if the member cancels', async () => {
    const callback = vi.fn<() => void>()
    await render({
      refresh: callback,
      onDone: callback,
      onFailed: callback,
      texts: { failed: () => 'No.' },
    })
    call.mockRejectedValue(new Cancelled())

    expect(await act(() => used().runOrThrow('a'))).toBeUndefined()

    expect(callback).not.toHaveBeenCalled()
    expect(useToast.getState().current).toBeUndefined()
  })
})

describe('an intent', () => {
  /** Attempts once and returns the refusals passed to the screen. */
  async function attempt(outcome: unknown): Promise<unknown[]> {
    const refusals: unknown[] = []
    unmount()
    await render({ intent: INTENT, onFailed: (error) => void refusals.push(error) })
    if (outcome !== 'done') call.mockRejectedValueOnce(outcome)
    await run()
    expect(used().isUnconfirmed).toBe(isUnconfirmed(INTENT))
    return refusals
  }

  test.each([
    ['no reply', NO_RESPONSE],
    ['an error page of a proxy', new ApiError({ status: 502 })],
    ['a server error', new ApiError({ code: Code.SERVER_ERROR, status: 500 })],
  ])('stays unconfirmed after %s and is not reported as refused', async (_, error) => {
    expect(await attempt(error)).toEqual([])
    expect(used().isUnconfirmed).toBe(true)
  })

  test('is reported as refused, not as unconfirmed, when the server refuses it', async () => {
    const error = refusal(Code.XP_INSUFFICIENT)

    expect(await attempt(error)).toEqual([error])
    expect(used().isUnconfirmed).toBe(false)
  })

  test.each([
    ['success', 'done'],
    ['a refusal of the action', refusal(Code.XP_INSUFFICIENT)],
  ])('is no longer unconfirmed after %s', async (_, outcome) => {
    await attempt(NO_RESPONSE)
    await attempt(outcome)

    expect(used().isUnconfirmed).toBe(false)
  })

  test.each([Code.TOO_MANY_REQUESTS, Code.MAINTENANCE, Code.PIN_VERIFICATION_REQUIRED])(
    'stays unconfirmed after code %i, which concerns only the second attempt',
    async (code) => {
      await attempt(NO_RESPONSE)
      await attempt(refusal(code))

      expect(used().isUnconfirmed).toBe(true)
    },
  )

  test('is no longer unconfirmed when the member goes to check it or logs out', async () => {
    await attempt(NO_RESPONSE)
    act(() => used().dismiss())
    expect(used().isUnconfirmed).toBe(false)

    await attempt(NO_RESPONSE)
    act(() => runSignOutTasks({ wipe: false }))
    expect(used().isUnconfirmed).toBe(false)
  })
})
