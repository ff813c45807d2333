import type { ReactNode } from 'react'
import type { CallData } from '@solstice/contract/wire'
import { formatNumber } from '@solstice/ui/format.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatColumnMinute } from '#/lib/times.ts'
import { priceText } from '#/shell/price-text.ts'
import { Badge } from '#/ui/badge.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'

type Payment = CallData<'order.show'>['payments'][number]

type PaymentTableProps<Row extends Payment> = {
  list: readonly Row[]
  /** A further column, such as what can be done. */
  more?: { name: string; of: (payment: Row) => ReactNode }
}

/** Lists transfers to the treasury. */
export function PaymentTable<Row extends Payment>({ list, more }: PaymentTableProps<Row>) {
  const { t } = useTranslation('shop')
  return (
    <Table
      label={t('paymentsSeen')}
      columns={[
        t('transfer'),
        t('network'),
        { right: t('amount') },
        t('from'),
        t('state'),
        t('paidAt', { offset: PROGRAMME_OFFSET }),
        ...(more ? [more.name] : []),
      ]}
    >
      {list.map((payment) => (
        <tr key={payment.paymentId}>
          <td>
            <code title={payment.txHash}>{ends(payment.txHash)}</code>
          </td>
          <td>
            {payment.network}{' '}
            <span className={text.faint}>{formatNumber(payment.blockNumber)}</span>
          </td>
          <td className={table.right}>{priceText(payment.amount, payment.symbol)}</td>
          <td>
            <code title={payment.payer}>{ends(payment.payer)}</code>
          </td>
          <td>
            <Badge tone={payment.state === 'CREDITED' ? 'ok' : 'plain'}>
              {t(`paymentStates.${payment.state}`)}
            </Badge>
          </td>
          <td className={text.unbroken}>{formatColumnMinute(payment.paidAt)}</td>
          {more && <td>{more.of(payment)}</td>}
        </tr>
      ))}
    </Table>
  )
}

const ends = (hash: string) => `${hash.slice(0, 6)}…${hash.slice(-4)}`
