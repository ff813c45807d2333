import { Link } from '@tanstack/react-router'
import { shortAddress } from '#/features/wallet/address.ts'
import type { Progress } from '#/features/wallet/chain/follow.ts'
import { movementKey } from '#/features/wallet/chain/movements.ts'
import { Glyph } from '#/features/wallet/glyph.tsx'
import styles from '#/features/wallet/lists.module.css'
import { OwnAmount } from '#/features/wallet/masked.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import type { Activity } from './activity.ts'

const GLYPHS = { in: 'receive', out: 'send', self: 'self' } as const
const SIGNS = { in: '+', out: '−', self: '' } as const

type ActivityRowProps = {
  activity: Activity
  /** The name of the other party, if it is known. */
  name: string | undefined
  progress?: Progress | undefined
}

export function ActivityRow({ activity, name, progress }: ActivityRowProps) {
  const { t } = useTranslation('wallet')
  const { direction, amount, decimals, symbol } = activity
  const other = direction === 'in' ? activity.from : activity.to
  const displayName = name ?? shortAddress(other)
  const titles = {
    in: t('history.receivedFrom', { name: displayName }),
    // Only the call of a contract sends nothing to somebody else.
    out: t(amount === 0n ? 'history.called' : 'history.sentTo', { name: displayName }),
    self: t(amount === 0n ? 'history.cancelled' : 'history.self'),
  }
  const isFailed = activity.status === 'failed'
  return (
    <li className={styles.row}>
      <Link
        to="/wallet/history/$txId/"
        params={{ txId: activity.hash }}
        search={{ chainId: activity.chainId, movement: movementKey(activity) }}
        className={styles.link}
      >
        <span className={styles.tile}>
          <Glyph name={GLYPHS[direction]} size={20} />
        </span>
        <span className={styles.grow}>
          <span className={classNames(text.strong, text.twoLines)}>{titles[direction]}</span>
          <span className={classNames(text.small, text.soft)}>
            {statusText() ?? formatOwnMinute(activity.atMs)}
          </span>
        </span>
        <span className={styles.end}>
          <span
            className={classNames(
              text.strong,
              text.number,
              isFailed || direction === 'self' ? text.soft : styles[direction],
            )}
          >
            <OwnAmount
              sign={SIGNS[direction]}
              amount={amount}
              decimals={decimals}
              symbol={symbol}
            />
          </span>
        </span>
      </Link>
    </li>
  )

  function statusText(): string | undefined {
    if (isFailed) return t('history.failed')
    if (!progress) return activity.status === 'pending' ? t('history.pending') : undefined
    switch (progress.kind) {
      case 'waiting':
        return t(progress.wasReorged ? 'history.takenBack' : 'history.pending')
      case 'confirming':
        return t('history.confirming', { done: progress.confirmations, needed: progress.needed })
      case 'lost':
        return t('history.lost')
      case 'failed':
        return t('history.failed')
      case 'replaced':
        return t('history.replaced')
      case 'done':
        return undefined
    }
  }
}
