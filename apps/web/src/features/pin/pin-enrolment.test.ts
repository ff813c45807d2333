import { Code } from '@solstice/contract/codes'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import { createPinEnrolment } from './pin-enrolment.ts'
import type { PinEnrolmentDeps } from './pin-enrolment.ts'

const refusal = (code: number) => new ApiError({ code, status: 400 })

function anEnrolment(calls: Partial<PinEnrolmentDeps['calls']> = {}) {
  const deps = {
    calls: {
      enrol: vi.fn(async () => ({ enrolmentId: 'e-1', pinKeyId: 'key-1', evaluated: 'E' })),
      set: vi.fn(async () => ({ hasPin: true, pinKeyId: 'key-1' }) as const),
      ...calls,
    },
    blind: async (pin: string, { salt }: { salt: string }) => ({
      blinded: `${pin}-${salt}`,
      finish: async () => ({ proof: `proof-${pin}`, walletKey: new Uint8Array(32) }),
    }),
    newSalt: () => 'fresh',
  } satisfies PinEnrolmentDeps
  return { enrol: createPinEnrolment(deps), deps }
}

test('enrols under a fresh salt and activates the PIN with its proof', async () => {
  const { enrol, deps } = anEnrolment()

  await expect(enrol('123456', 'token')).resolves.toEqual({ kind: 'set', pinKeyId: 'key-1' })

  expect(deps.calls.enrol).toHaveBeenCalledWith(
    { salt: 'fresh', iterations: 900_000, blinded: '123456-fresh' },
    'token',
  )
  expect(deps.calls.set).toHaveBeenCalledWith({ enrolmentId: 'e-1', proof: 'proof-123456' })
})

test('finishes the same enrolment after a lost response instead of starting another', async () => {
  const set = vi.fn<PinEnrolmentDeps['calls']['set']>(async () => ({
    hasPin: true,
    pinKeyId: 'key-1',
  }))
  set.mockRejectedValueOnce(new ApiError({ status: 0 }))
  const { enrol, deps } = anEnrolment({ set })

  await expect(enrol('123456')).resolves.toMatchObject({ kind: 'unconfirmed' })
  await expect(enrol('123456')).resolves.toEqual({ kind: 'set', pinKeyId: 'key-1' })

  expect(deps.calls.enrol).toHaveBeenCalledOnce()
})

test('does not report a PIN that was never sent as unconfirmed, because the old one is still valid', async () => {
  const enrol = async () => Promise.reject(new ApiError({ status: 0 }))

  await expect(anEnrolment({ enrol }).enrol('123456')).resolves.toMatchObject({ kind: 'failed' })
})

test('sends the password when the log-in is too long ago', async () => {
  const { enrol, deps } = anEnrolment()

  await enrol('123456', undefined, undefined, 'Winter-Sun7')

  const stretch = { salt: 'fresh', iterations: 900_000 }
  const body = { ...stretch, blinded: '123456-fresh', password: 'Winter-Sun7' }
  expect(deps.calls.enrol).toHaveBeenCalledWith(body, undefined)
})

test.each([
  [Code.PIN_ALREADY_SET, 'alreadySet'],
  [Code.PIN_VERIFICATION_REQUIRED, 'askAgain'],
  [Code.PIN_LOCKED, 'locked'],
  [Code.PASSWORD_MISMATCH, 'password'],
  [Code.SERVER_ERROR, 'failed'],
])('maps code %i of the enrolment to %s', async (code, kind) => {
  const { enrol } = anEnrolment({ enrol: async () => Promise.reject(refusal(code)) })

  await expect(enrol('123456')).resolves.toMatchObject({ kind })
})

test('passes the new key on before it is activated, so that sealed data opens with both keys', async () => {
  const order: string[] = []
  const { enrol } = anEnrolment({
    set: async () => {
      order.push('set')
      return { hasPin: true, pinKeyId: 'key-1' }
    },
  })

  await enrol('123456', 'token', async ({ pinKeyId, salt }) => {
    order.push(`${pinKeyId} ${salt}`)
  })

  expect(order).toEqual(['key-1 fresh', 'set'])
})
