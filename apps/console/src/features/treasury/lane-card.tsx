import { classNames } from '@solstice/ui/class-names.ts'
import { formatAmount, formatNumber, formatShortAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import type { Lane } from '#/shell/freeze/treasury-query.ts'
import { FreezeButton } from '#/shell/freeze/freeze-button.tsx'
import { useFrozenText } from './frozen-text.ts'
import styles from './treasury-screen.module.css'
import { UnfreezeButton } from './unfreeze-button.tsx'

/** Shows the account of one network: its state, balances, payouts under way and address. */
export function LaneCard({ lane, isStopped }: { lane: Lane; isStopped: boolean }) {
  const { t } = useTranslation('treasury')
  const frozenText = useFrozenText()
  const { networkName, waiting, onTheWay, nextNonce, frozenAt, frozenFor, lowSince, lowFor } = lane
  return (
    <article className={styles.lane} data-frozen={frozenAt !== null} aria-label={networkName}>
      <header className={styles.head}>
        <h2 className={styles.name}>{networkName}</h2>
        <LaneState lane={lane} isStopped={isStopped} />
      </header>
      <Balances balances={lane.balances} />
      {frozenAt !== null && (
        <Note tone="bad" icon="freeze">
          <b>{t('laneFrozen', { time: formatMinute(frozenAt) })}</b> {frozenText(frozenFor ?? '')}
        </Note>
      )}
      {lowSince !== null && (
        <Note tone="warn">
          <b>{t('laneLow', { time: formatMinute(lowSince) })}</b> {lowFor}
        </Note>
      )}
      <dl className={styles.figures}>
        <Figure name={t('waiting')} value={formatNumber(waiting)} />
        <Figure name={t('onTheWay')} value={formatNumber(onTheWay)} />
        <Figure name={t('nextNonce')} value={nextNonce === null ? '–' : formatNumber(nextNonce)} />
      </dl>
      <div className={styles.account}>
        <Account address={lane.address} networkName={networkName} />
        {frozenAt === null ? (
          !isStopped && <FreezeButton lane={lane} />
        ) : (
          <UnfreezeButton lane={lane} since={frozenAt} why={frozenFor ?? ''} waiting={waiting} />
        )}
      </div>
    </article>
  )
}

function LaneState({ lane, isStopped }: { lane: Lane; isStopped: boolean }) {
  const { t } = useTranslation('treasury')
  if (isStopped || lane.frozenAt !== null) {
    return (
      <Badge tone="bad" icon="freeze">
        {t('frozen')}
      </Badge>
    )
  }
  if (lane.lowSince !== null) {
    return (
      <Badge tone="warn" icon="alert">
        {t('low')}
      </Badge>
    )
  }
  return (
    <Badge tone="ok" icon="play">
      {t('paying')}
    </Badge>
  )
}

/** Fees are small parts of a coin, so it has four decimals, truncated. */
const feeText = (amount: string) => formatAmount(String(Math.floor(Number(amount) * 1e4) / 1e4))

function Balances({ balances }: { balances: Lane['balances'] }) {
  const { t } = useTranslation('treasury')
  if (balances === null) return <p className={text.warn}>{t('noBalance')}</p>
  // The node lists the coin that pays the fees first; members are paid in the tokens after it.
  const [coin, ...tokens] = balances
  const shown = coin ? [...tokens, coin] : []
  return (
    <p className={styles.balances}>
      {shown.map(({ symbol, amount }) => (
        <span
          key={symbol}
          className={classNames(
            styles.balance,
            symbol === coin?.symbol && tokens.length > 0 && styles.fee,
          )}
        >
          {symbol === coin?.symbol ? feeText(amount) : formatShortAmount(amount)}{' '}
          <span className={styles.unit}>{symbol}</span>
        </span>
      ))}
    </p>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Account({ address, networkName }: { address: string | null; networkName: string }) {
  const { t } = useTranslation('treasury')
  if (address === null) {
    return <span className={classNames(text.small, text.warn)}>{t('noAccount')}</span>
  }

  async function copy(copied: string) {
    await navigator.clipboard.writeText(copied)
    showToast(t('copied'))
  }

  return (
    <span className={styles.head}>
      <code title={address}>{`${address.slice(0, 6)}…${address.slice(-4)}`}</code>
      <Button
        size="small"
        tone="plain"
        icon="copy"
        aria-label={t('copyNamed', { name: networkName })}
        onClick={() => void copy(address)}
      >
        {t('copy')}
      </Button>
    </span>
  )
}
