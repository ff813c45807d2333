import { Link } from '@tanstack/react-router'
import { formatAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import text from '#/ui/text.module.css'
import { useWithdrawals } from './api.ts'
import { ShowMore } from './show-more.tsx'
import styles from './withdraw.module.css'

/** Lists earlier withdrawals, each with its current state. */
export function WithdrawalList() {
  const { t } = useTranslation('invite')
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useWithdrawals()
  if (!data || data.length === 0) return null
  return (
    <section className={styles.part}>
      <h2 className={classNames(text.small, text.soft)}>{t('withdraw.earlier')}</h2>
      <Rows>
        {data.map(({ withdrawalId, amount, symbol, status, createdAt }) => (
          <Row key={withdrawalId}>
            <Link
              to="/more/withdraw-confirmed"
              search={{ id: withdrawalId }}
              className={rowTargetClass}
            >
              <span className={styles.sign} data-status={status} aria-hidden="true">
                {status === 'CONFIRMED' && <Icon name="check" size={16} />}
                {status === 'FAILED' && <Icon name="alert" size={16} />}
                {(status === 'REQUESTED' || status === 'SENT') && <Spinner size={24} />}
              </span>
              <span className={styles.text}>
                <span className={classNames(text.strong, text.number)}>
                  {formatAmount(amount)} {symbol}
                </span>
                <span className={classNames(text.small, text.soft)}>
                  {t(`withdrawal.short.${status}`)}
                </span>
              </span>
              <span className={classNames(text.small, text.faint, text.number)}>
                {formatOwnMinute(createdAt)}
              </span>
            </Link>
          </Row>
        ))}
      </Rows>
      <ShowMore
        pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }}
        label={t('withdraw.more')}
      />
    </section>
  )
}
