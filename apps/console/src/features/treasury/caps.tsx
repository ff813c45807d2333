import { formatShortAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Empty } from '#/shell/loaded.tsx'
import { Panel } from '#/ui/panel.tsx'
import { TableScroll } from '#/ui/table-scroll.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import type { Treasury } from './api.ts'

/** Lists how much of each token may leave in a day. A token without caps is not paid out. */
export function Caps({ caps }: { caps: Treasury['caps'] }) {
  const { t } = useTranslation('treasury')
  return (
    <Panel title={t('caps')} isFlush>
      {caps.length === 0 ? (
        <Empty message={t('noCaps')} />
      ) : (
        <TableScroll label={t('caps')}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t('token')}</th>
                <th scope="col" className={table.right}>
                  {t('perMember')}
                </th>
                <th scope="col" className={table.right}>
                  {t('perDay')}
                </th>
                <th scope="col" className={table.right}>
                  {t('refundsPerDay')}
                </th>
              </tr>
            </thead>
            <tbody>
              {caps.map(({ symbol, perMember, perDay, refundsPerDay }) => (
                <tr key={symbol}>
                  <td className={text.strong}>{symbol}</td>
                  <td className={table.right}>{formatShortAmount(perMember)}</td>
                  <td className={table.right}>{formatShortAmount(perDay)}</td>
                  <td className={table.right}>{formatShortAmount(refundsPerDay)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </Panel>
  )
}
