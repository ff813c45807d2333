import { Code } from '@solstice/contract/codes'
import { afterEach, describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { runSignOutTasks } from './sign-out.ts'
import { confirmed, dismissUnconfirmed, useUnconfirmed } from './unconfirmed.ts'

const NO_ANSWER = new ApiError({ status: 0 })
const refusal = (code: number) => new ApiError({ code, status: 400, msg: 'No.' })

/** Tries once and returns what the caller was given to show. */
async function attempt(outcome: unknown): Promise<unknown[]> {
  const refusals: unknown[] = []
  const action = () => (outcome === 'done' ? Promise.resolve(1) : Promise.reject(outcome))
  await confirmed('buy', action, (error) => refusals.push(error))
  return refusals
}

afterEach(() => runSignOutTasks({ wipe: false }))

describe('an action', () => {
  test.each([
    ['no reply', NO_ANSWER],
    ['the page of a proxy', new ApiError({ status: 502 })],
    ['a fault of the server', new ApiError({ code: Code.SERVER_ERROR, status: 500 })],
  ])('stays unconfirmed after %s, and is not reported as refused', async (_, error) => {
    const refusals = await attempt(error)

    expect(refusals).toEqual([])
    expect(useUnconfirmed.getState().names.has('buy')).toBe(true)
  })

  test('is reported as refused, and not as unconfirmed, when the server refuses it', async () => {
    const error = refusal(Code.XP_INSUFFICIENT)

    expect(await attempt(error)).toEqual([error])
    expect(useUnconfirmed.getState().names.has('buy')).toBe(false)
  })

  test.each([
    ['success', 'done'],
    ['a refusal of the action', refusal(Code.XP_INSUFFICIENT)],
  ])('is no longer unconfirmed after %s', async (_, outcome) => {
    await attempt(NO_ANSWER)
    await attempt(outcome)

    expect(useUnconfirmed.getState().names.has('buy')).toBe(false)
  })

  test.each([Code.TOO_MANY_REQUESTS, Code.MAINTENANCE, Code.PIN_VERIFICATION_REQUIRED])(
    'stays unconfirmed after code %i, which is about the second try alone',
    async (code) => {
      await attempt(NO_ANSWER)
      await attempt(refusal(code))

      expect(useUnconfirmed.getState().names.has('buy')).toBe(true)
    },
  )

  test('is no longer unconfirmed when the member goes to check it, or logs out', async () => {
    await attempt(NO_ANSWER)
    dismissUnconfirmed('buy')
    expect(useUnconfirmed.getState().names.has('buy')).toBe(false)

    await attempt(NO_ANSWER)
    runSignOutTasks({ wipe: false })
    expect(useUnconfirmed.getState().names.has('buy')).toBe(false)
  })
})
