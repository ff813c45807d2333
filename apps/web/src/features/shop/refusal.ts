import { Code } from '@solstice/contract/codes'
import { ApiError, codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { logFault } from '@solstice/ui/log.ts'
import type { TextKey, Translate } from '#/lib/texts.ts'

/** Reasons whose text is more precise than the message of their code. */
const REASONS: Record<number, Record<string, TextKey<'shop'>>> = {
  [Code.PRODUCT_UNAVAILABLE]: {
    NOT_ON_SALE: 'closed.NOT_ON_SALE',
    SEASON_PAUSED: 'closed.SEASON_PAUSED',
    SOLD_OUT: 'closed.SOLD_OUT',
    LIMIT_REACHED: 'closed.LIMIT_REACHED',
    TOO_MANY_OPEN: 'closed.TOO_MANY_OPEN',
    NETWORK_DOWN: 'closed.NETWORK_DOWN',
    ORDER_CLOSED: 'closed.ORDER_CLOSED',
  },
  [Code.PAYMENT_UNVERIFIED]: {
    REVERTED: 'unverified.REVERTED',
    BEFORE_ORDER: 'unverified.BEFORE_ORDER',
    OTHER_PAYMENT: 'unverified.OTHER_PAYMENT',
    ALREADY_USED: 'unverified.ALREADY_USED',
  },
}

/** Returns the text of the reason if there is one, or else the server's message. */
export function refusalText(error: unknown, t: Translate<'shop'>): string {
  const key = REASONS[codeOf(error) ?? 0]?.[reasonOf(error) ?? '']
  return key ? t(key) : messageOf(error, t('failed'))
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  return typeof data.reason === 'string' ? data.reason : undefined
}

/**
 * Logs a failed purchase with its details and rethrows the error. An order that has ended
 * meanwhile, for example through the payment being reported, is not a fault: its screen shows the
 * outcome.
 */
export async function withPurchaseLog<Result>(
  label: string,
  about: Readonly<Record<string, unknown>>,
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await action()
  } catch (cause) {
    const { code, status, msg, data } =
      cause instanceof ApiError ? cause : ({} as Partial<ApiError>)
    if (reasonOf(cause) !== 'ORDER_CLOSED') {
      logFault(`${label} failed`, { ...about, code, status, msg, data, cause })
    }
    throw cause
  }
}
