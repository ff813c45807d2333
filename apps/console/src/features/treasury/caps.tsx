import { classNames } from '@solstice/ui/class-names.ts'
import { formatShortAmount } from '@solstice/ui/format.ts'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { Empty } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import type { Treasury } from '#/shell/freeze/treasury-query.ts'
import styles from './caps.module.css'
import { ChangeCaps } from './change-caps.tsx'

type Cap = Treasury['caps'][number]

/** Shows how much of each token was paid today of what may leave in a day. */
export function Caps({ caps }: { caps: readonly Cap[] }) {
  const { t } = useTranslation('treasury')
  const may = useMay()
  const [changed, setChanged] = useState<string>()
  const shown = caps.find(({ symbol }) => symbol === changed)
  return (
    <Panel title={t('caps')} isFlush>
      {caps.length === 0 ? (
        <Empty message={t('noCaps')} />
      ) : (
        <ul>
          {caps.map(({ symbol, perMember, perDay, refundsPerDay, paidToday, refundedToday }) => (
            <li key={symbol} className={styles.cap}>
              <div className={styles.token}>
                <b>{symbol}</b>
                <span className={classNames(text.small, text.soft)}>
                  {t('perMember', { amount: formatShortAmount(perMember) })}
                </span>
              </div>
              <Used name={t('paidToday')} used={paidToday} cap={perDay} />
              <Used name={t('refundedToday')} used={refundedToday} cap={refundsPerDay} />
              {may('payout.setCaps') && (
                <Button
                  size="small"
                  aria-label={t('changeCapsOf', { symbol })}
                  onClick={() => setChanged(symbol)}
                >
                  {t('changeCaps')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {shown && <ChangeCaps cap={shown} onClose={() => setChanged(undefined)} />}
    </Panel>
  )
}

/** A bar that is nearly full is a reason to act, because further payouts wait for the next day. */
const NEARLY_FULL = 0.9

function Used({ name, used, cap }: { name: string; used: string; cap: string }) {
  const { t } = useTranslation('treasury')
  const share = Number(cap) === 0 ? 1 : Math.min(1, Number(used) / Number(cap))
  return (
    <div className={styles.used}>
      <p className={styles.amounts}>
        <span>
          {name} <b className={text.numbers}>{formatShortAmount(used)}</b>
        </span>
        <span className={classNames(text.small, text.soft)}>
          {t('ofCap', { cap: formatShortAmount(cap) })}
        </span>
      </p>
      <meter
        className={styles.bar}
        data-full={share >= NEARLY_FULL}
        min={0}
        max={1}
        value={share}
        aria-label={name}
      />
    </div>
  )
}
