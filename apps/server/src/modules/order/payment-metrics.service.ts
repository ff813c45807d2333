import type { AppContext, Reading } from '#/platform/process/context.ts'
import { countWaiting } from './payment.queries.ts'

/** Large payments on which the two nodes of a network do not agree; somebody has to look. */
export async function readPayments({ db }: Pick<AppContext, 'db'>): Promise<Reading[]> {
  const waiting = await countWaiting(db)
  return [
    {
      name: 'solstice_payments_disputed',
      help: 'Payments that wait because the two nodes of a network do not agree',
      values: waiting.map(({ chainId, count }) => ({
        labels: { chain: String(chainId) },
        value: count,
      })),
    },
  ]
}
