import type { AppContext, Reading } from '#/platform/process/context.ts'
import { countWaiting } from './payment.queries.ts'

/**
 * Counts the large payments on which the two nodes of a network disagree; operators must check
 * them.
 */
export async function readPayments({ db }: Pick<AppContext, 'db'>): Promise<Reading[]> {
  const waiting = await countWaiting(db)
  return [
    {
      name: 'solstice_payments_disputed',
      help: 'Payments waiting because the two nodes of a network disagree',
      values: waiting.map(({ chainId, count }) => ({
        labels: { chain: String(chainId) },
        value: count,
      })),
    },
  ]
}
