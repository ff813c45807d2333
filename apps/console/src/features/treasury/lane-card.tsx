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

/** Shows the account of one network: its state, balances, payouts under way and address. */
export function LaneCard({ lane, isStopped }: { lane: Lane; isStopped: boolean }) {
  const { t } = useTranslation('treasury')
  const frozenText = useFrozenText()
  const { networkName, waiting, onTheWay, nextNonce, frozenAt, frozenFor, lowSince, lowFor } = lane
  const { nextReserved, owed, paidToday, feeCoin } = lane
  return (
    <article className={styles.lane} data-frozen={frozenAt !== null} aria-label={networkName}>
      <header className={styles.head}>
        <h2 className={styles.name}>{networkName}</h2>
        <LaneState lane={lane} isStopped={isStopped} />
      </header>
      <Balances lane={lane} />
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
        <Figure
          name={t('nextNonce')}
          value={nextNonce === null ? '–' : formatNumber(nextNonce)}
          note={
            nextReserved === null ? undefined : t('reserved', { nonce: formatNumber(nextReserved) })
          }
        />
        <Figure name={t('owed')} value={amountsText(owed)} />
        <Figure name={t('paidToday')} value={amountsText(paidToday)} />
        <Figure
          name={t('feesLast')}
          value={
            feeCoin.days === null
              ? '–'
              : t('feeDays', { count: feeCoin.days, text: formatNumber(feeCoin.days) })
          }
          isLow={feeCoin.days !== null && feeCoin.days < FEE_DAYS_LOW}
        />
      </dl>
      <div className={styles.account}>
        <Account address={lane.address} networkName={networkName} />
        {frozenAt === null ? (
          !isStopped && <FreezeButton lane={lane} />
        ) : (
          <a href={`#recovery-${lane.chainId}`} className={text.link}>
            {t('recovery.open')}
          </a>
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

function Balances({ lane: { balances, lastKnown, feeCoin } }: { lane: Lane }) {
  const { t } = useTranslation('treasury')
  const known = balances ?? lastKnown?.balances
  if (!known) return <p className={text.warn}>{t('noBalance')}</p>
  const coin = known.find(({ symbol }) => symbol === feeCoin.symbol)
  const tokens = known.filter((each) => each !== coin)
  return (
    <>
      {balances === null && lastKnown && (
        <p className={text.warn}>{t('unknownSince', { time: formatMinute(lastKnown.at) })}</p>
      )}
      <p className={classNames(styles.balances, balances === null && text.soft)}>
        {tokens.map(({ symbol, amount }) => (
          <span key={symbol} className={styles.balance}>
            {formatShortAmount(amount)} <span className={styles.unit}>{symbol}</span>
          </span>
        ))}
        {coin && (
          <span className={classNames(styles.balance, tokens.length > 0 && styles.fee)}>
            {feeText(coin.amount)} <span className={styles.unit}>{coin.symbol}</span>
          </span>
        )}
      </p>
    </>
  )
}

/** Lists amounts of tokens, such as those that are owed; several stand in one line. */
const amountsText = (amounts: Lane['owed']) =>
  amounts.length === 0
    ? '0'
    : amounts.map(({ symbol, amount }) => `${formatShortAmount(amount)} ${symbol}`).join(', ')

/** A coin that pays fees for fewer days should be topped up. */
const FEE_DAYS_LOW = 7

type FigureProps = { name: string; value: string; note?: string | undefined; isLow?: boolean }

function Figure({ name, value, note, isLow = false }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isLow ? text.warn : undefined}>
        {value}
        {note && <span className={classNames(text.small, text.faint, styles.note)}>{note}</span>}
      </dd>
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
