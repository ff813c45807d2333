import { Code } from '@solstice/contract/codes'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@solstice/ui/api-error.ts'
import type { Translate } from '#/lib/texts.ts'
import { refusalText, withPurchaseLog } from './refusal.ts'

const t: Translate<'shop'> = (key) => `<${key}>`

afterEach(() => vi.restoreAllMocks())

test.each([
  [Code.XP_INSUFFICIENT, 'Not enough XP.', null, 'Not enough XP.'],
  [
    Code.PAYMENT_UNVERIFIED,
    'We couldn’t verify your payment.',
    { reason: 'SOLD_OUT' },
    'We couldn’t verify your payment.',
  ],
  [
    Code.PRODUCT_UNAVAILABLE,
    'This product isn’t available right now.',
    { reason: 'SOLD_OUT' },
    '<closed.SOLD_OUT>',
  ],
  [
    Code.PRODUCT_UNAVAILABLE,
    'This product isn’t available right now.',
    { reason: 'SOMETHING_NEW' },
    'This product isn’t available right now.',
  ],
  [
    Code.PAYMENT_UNVERIFIED,
    'We couldn’t verify your payment.',
    { reason: 'OTHER_PAYMENT' },
    '<unverified.OTHER_PAYMENT>',
  ],
  [undefined, '', undefined, '<failed>'],
])(
  'shows the reason of a refusal with code %s, or else the server’s message',
  (code, msg, data, expected) => {
    const error = new ApiError({ status: code ? 400 : 0, msg, data, ...(code && { code }) })

    expect(refusalText(error, t)).toBe(expected)
  },
)

test('logs a failed purchase with its details and rethrows the error', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new ApiError({ code: Code.XP_INSUFFICIENT, status: 400, msg: 'Not enough XP.' })

  await expect(
    withPurchaseLog('Purchase', { seasonId: 2, productId: 5 }, () => Promise.reject(error)),
  ).rejects.toBe(error)

  expect(logged).toHaveBeenCalledExactlyOnceWith('Purchase failed', {
    seasonId: 2,
    productId: 5,
    code: 2401,
    status: 400,
    msg: 'Not enough XP.',
    data: undefined,
    cause: error,
  })
})

test('does not log an order that ended before its payment was reported', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const data = { reason: 'ORDER_CLOSED' }
  const error = new ApiError({ code: Code.PRODUCT_UNAVAILABLE, status: 400, msg: 'Over.', data })

  await expect(
    withPurchaseLog('Reporting', { orderId: 5 }, () => Promise.reject(error)),
  ).rejects.toBe(error)

  expect(logged).not.toHaveBeenCalled()
})
