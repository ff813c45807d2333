import { Code } from '@solstice/contract/codes'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { createPinEntry } from './pin-entry.ts'
import type { PinEntryDeps } from './pin-entry.ts'

const STATE = {
  hasPin: true,
  locked: false,
  attempts: 0,
  maxAttempts: 5,
  pinKeyId: 'key-1',
  salt: 'salt',
  iterations: 1_200_000,
} as const
const VERIFIED = { verified: true, pinToken: 'token-1', failedSince: 0 } as const

const lost = () => new ApiError({ status: 0 })
const refusal = (code: number, msg = '') => new ApiError({ code, status: 400, msg })

function anEntry(
  calls: Partial<PinEntryDeps['calls']> = {},
  retired?: Parameters<typeof createPinEntry>[2],
) {
  let evaluations = 0
  const deps = {
    calls: {
      state: vi.fn(async () => STATE),
      evaluate: vi.fn(async () => {
        evaluations += 1
        return { evaluationId: `evaluation-${evaluations}`, evaluated: 'E', attempts: evaluations }
      }),
      verify: vi.fn(async () => VERIFIED),
      ...calls,
    },
    blind: vi.fn(async (pin: string) => ({
      blinded: `blinded-${pin}`,
      finish: async () => ({ proof: `proof-${pin}`, walletKey: new Uint8Array(32) }),
    })),
    wait: vi.fn(async () => undefined),
    now: vi.fn(() => 0),
  } satisfies PinEntryDeps
  return { ...createPinEntry(deps, 'PASSWORD_CHANGE', retired), deps }
}

test('sends the blinded PIN, then its proof for the purpose', async () => {
  const { enter, deps } = anEntry()

  const outcome = await enter('123456')

  expect(outcome).toEqual({
    kind: 'verified',
    pinToken: 'token-1',
    failedSince: 0,
    pin: { pinKeyId: 'key-1', salt: 'salt', iterations: 1_200_000, key: new Uint8Array(32) },
  })
  expect(deps.blind).toHaveBeenCalledWith('123456', { salt: 'salt', iterations: 1_200_000 })
  expect(deps.calls.evaluate).toHaveBeenCalledWith('blinded-123456', undefined)
  expect(deps.calls.verify).toHaveBeenCalledWith({
    evaluationId: 'evaluation-1',
    proof: 'proof-123456',
    purpose: 'PASSWORD_CHANGE',
  })
})

test('passes the key on while the server verifies it, and counts the entry only after that', async () => {
  const judged = Promise.withResolvers<typeof VERIFIED>()
  const onKey = vi.fn()
  const { enter, deps } = anEntry({ verify: vi.fn(() => judged.promise) })

  const entering = enter('123456', onKey)
  await expect.poll(() => deps.calls.verify).toHaveBeenCalledOnce()
  expect(onKey).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ pinKeyId: 'key-1' }))

  judged.reject(refusal(Code.PIN_INCORRECT))
  expect(await entering).toMatchObject({ kind: 'wrong' })
})

test('fetches the key with the first digit, and again when that failed or is too old', async () => {
  const state = vi.fn<PinEntryDeps['calls']['state']>(async () => STATE)
  const { prepare, enter, deps } = anEntry({ state })
  prepare()
  await enter('123456')
  expect(state).toHaveBeenCalledOnce()

  // One prepared response serves one entry.
  await enter('123456')
  expect(state).toHaveBeenCalledTimes(2)

  prepare()
  deps.now.mockReturnValue(60_000)
  state.mockResolvedValue({ ...STATE, salt: 'new-salt' })
  await enter('123456')
  expect(deps.blind).toHaveBeenLastCalledWith('123456', {
    salt: 'new-salt',
    iterations: 1_200_000,
  })

  state.mockRejectedValueOnce(lost())
  prepare()
  await expect(enter('123456')).resolves.toMatchObject({ kind: 'verified' })
})

test('repeats a verification after a lost response, with the same evaluation', async () => {
  const verify = vi.fn<PinEntryDeps['calls']['verify']>(async () => VERIFIED)
  verify.mockRejectedValueOnce(lost()).mockRejectedValueOnce(lost())
  const { enter, deps } = anEntry({ verify })

  const outcome = await enter('123456')

  expect(outcome.kind).toBe('verified')
  expect(deps.calls.evaluate).toHaveBeenCalledOnce()
  expect(verify.mock.calls.map(([body]) => body.evaluationId)).toEqual([
    'evaluation-1',
    'evaluation-1',
    'evaluation-1',
  ])
})

test('keeps the evaluation for the same PIN while the network is down', async () => {
  const verify = vi.fn<PinEntryDeps['calls']['verify']>()
  verify.mockRejectedValue(lost())
  const { enter, deps } = anEntry({ verify })
  await expect(enter('123456')).resolves.toMatchObject({ kind: 'failed' })

  verify.mockReset().mockResolvedValue(VERIFIED)
  const outcome = await enter('123456')

  expect(outcome.kind).toBe('verified')
  expect(deps.calls.evaluate).toHaveBeenCalledOnce()
})

test('counts another PIN as another attempt', async () => {
  const verify = vi.fn<PinEntryDeps['calls']['verify']>()
  verify.mockRejectedValue(lost())
  const { enter, deps } = anEntry({ verify })
  await enter('123456')
  verify.mockReset().mockResolvedValue(VERIFIED)

  await enter('654321')

  expect(deps.calls.evaluate).toHaveBeenCalledTimes(2)
})

test('evaluates the same PIN again after a rejected verification', async () => {
  const verify = vi.fn<PinEntryDeps['calls']['verify']>(async () => VERIFIED)
  verify.mockRejectedValueOnce(refusal(Code.PIN_INCORRECT, 'Incorrect PIN (1/5)'))
  const { enter, deps } = anEntry({ verify })

  await expect(enter('123456')).resolves.toMatchObject({ kind: 'wrong' })
  await expect(enter('123456')).resolves.toMatchObject({ kind: 'verified' })

  expect(deps.calls.evaluate).toHaveBeenCalledTimes(2)
})

test.each([
  [Code.PIN_INCORRECT, 'wrong'],
  [Code.PIN_ATTEMPTS_EXCEEDED, 'locked'],
  [Code.PIN_LOCKED, 'locked'],
  [Code.PIN_NOT_SET, 'notSet'],
  [Code.NOT_FOUND, 'failed'],
])('maps code %i of the verification to %s', async (code, kind) => {
  const { enter } = anEntry({ verify: async () => Promise.reject(refusal(code)) })

  await expect(enter('123456')).resolves.toMatchObject({ kind })
})

test('reports a lock when a sixth evaluation is rejected', async () => {
  const { enter } = anEntry({
    evaluate: async () => Promise.reject(refusal(Code.PIN_ATTEMPTS_EXCEEDED)),
  })

  await expect(enter('123456')).resolves.toMatchObject({ kind: 'locked' })
})

test('reports a locked account and a missing PIN before it uses an attempt', async () => {
  const locked = anEntry({ state: async () => ({ ...STATE, locked: true, salt: null }) })
  const without = anEntry({ state: async () => ({ ...STATE, hasPin: false, salt: null }) })

  await expect(locked.enter('123456')).resolves.toMatchObject({ kind: 'locked' })
  await expect(without.enter('123456')).resolves.toEqual({ kind: 'notSet' })
  expect(locked.deps.blind).not.toHaveBeenCalled()
  expect(without.deps.blind).not.toHaveBeenCalled()
})

test('tries an earlier PIN with the newest key that the server still has, stretched as its record states', async () => {
  const evaluate = vi.fn<PinEntryDeps['calls']['evaluate']>(async (_, pinKeyId) => {
    if (pinKeyId === 'never-used') throw refusal(Code.NOT_FOUND)
    return { evaluationId: 'evaluation-1', evaluated: 'E', attempts: 1 }
  })
  const keys = ['never-used', 'newer', 'older'].map((pinKeyId, at) => ({
    pinKeyId,
    salt: pinKeyId,
    iterations: 900_000 + at,
  }))
  const { enter, deps } = anEntry({ evaluate }, keys)

  const outcome = await enter('123456')

  const stretch = { salt: 'newer', iterations: 900_001 }
  expect(outcome).toMatchObject({ kind: 'verified', pin: { pinKeyId: 'newer', ...stretch } })
  expect(deps.blind).toHaveBeenLastCalledWith('123456', stretch)
  expect(evaluate.mock.calls.map(([, pinKeyId]) => pinKeyId)).toEqual(['never-used', 'newer'])
  expect(deps.calls.state).not.toHaveBeenCalled()
})

test('does not try another PIN when the server no longer has the key of an earlier one', async () => {
  const evaluate = vi.fn<PinEntryDeps['calls']['evaluate']>(async () => {
    throw refusal(Code.NOT_FOUND)
  })
  const { enter } = anEntry({ evaluate }, [{ pinKeyId: 'gone', salt: 'salt', iterations: 900_000 }])

  await expect(enter('123456')).resolves.toMatchObject({ kind: 'failed' })

  expect(evaluate.mock.calls.map(([, pinKeyId]) => pinKeyId)).toEqual(['gone'])
})

test.each([
  [Code.PIN_INCORRECT, true],
  [Code.PIN_WAIT, false],
])('reports a wait when code %i contains the time of the next attempt', async (code, wasWrong) => {
  const data = { attempts: 5, maxAttempts: 5, retryAt: '2026-06-23T13:00:00.000Z' }
  const evaluate = async () => Promise.reject(new ApiError({ code, status: 400, data }))
  const { enter } = anEntry({ evaluate }, [
    { pinKeyId: 'earlier', salt: 'salt', iterations: 900_000 },
  ])

  const outcome = await enter('123456')

  expect(outcome).toEqual({ kind: 'wait', untilMs: Date.parse(data.retryAt), wasWrong })
})
