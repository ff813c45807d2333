import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { NoticeText, noticeClass } from '#/ui/notice.tsx'
import type { Purchase } from './api.ts'

type OpenOrdersProps = { purchases: readonly Purchase[] | undefined; missionId: number }

/** Lists orders that wait for their payment or its confirmation, from any device. */
export function OpenOrders({ purchases = [], missionId }: OpenOrdersProps) {
  const { t } = useTranslation('shop')
  return purchases
    .filter(({ status, productId }) => status === 'PENDING' && productId !== null)
    .map(({ seasonId, historyId, productId, title, txHash }) => (
      <Link
        key={historyId}
        to="/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/"
        params={{ seasonId, missionId, productId: productId ?? 0 }}
        search={{ order: historyId }}
        className={noticeClass}
      >
        <NoticeText title={t(txHash === null ? 'open.unpaid' : 'open.paid', { name: title })}>
          {t(txHash === null ? 'open.unpaidText' : 'open.paidText')}
        </NoticeText>
      </Link>
    ))
}
