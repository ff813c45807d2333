import { useState } from 'react'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import { shortAddress } from '#/features/wallet/address.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { copyWithToast } from '#/features/wallet/clipboard.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Row, Rows, rowTargetClass, rowTextClass } from '#/ui/rows.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import type { UnknownDeposit } from './activity.ts'
import styles from './unknown-deposits.module.css'

type UnknownDepositsProps = {
  deposits: readonly UnknownDeposit[]
  networks: readonly Network[]
}

/**
 * Shows one line for deposits of unknown tokens. The sheet shows addresses without links, because
 * the names of such tokens are bait.
 */
export function UnknownDeposits({ deposits, networks }: UnknownDepositsProps) {
  const { t } = useTranslation('token')
  const [isOpen, setOpen] = useState(false)
  const nameOf = (chainId: number) => networks.find((each) => each.chainId === chainId)?.name ?? ''
  return (
    <>
      <Rows>
        <Row>
          <button type="button" className={rowTargetClass} onClick={() => setOpen(true)}>
            <span className={styles.text}>
              <span className={text.strong}>{t('unknown.line', { count: deposits.length })}</span>
              <span className={classNames(text.small, text.soft)}>{t('unknown.note')}</span>
            </span>
            <Icon name="next" size={20} />
          </button>
        </Row>
      </Rows>
      {isOpen && (
        <Sheet isOpen onClose={() => setOpen(false)} title={t('unknown.title')}>
          <div className={styles.list}>
            <Notice>{t('unknown.warning')}</Notice>
            <Rows>
              {deposits.map((deposit, at) => (
                <DepositRow
                  key={`${deposit.hash}-${deposit.contract}-${at}`}
                  deposit={deposit}
                  network={nameOf(deposit.chainId)}
                />
              ))}
            </Rows>
          </div>
        </Sheet>
      )}
    </>
  )
}

/** Shows the full contract address, which the member needs to add the token to the wallet. */
export function DepositRow({ deposit, network }: { deposit: UnknownDeposit; network: string }) {
  const { t } = useTranslation('token')
  const { contract, from, atMs } = deposit
  return (
    <Row>
      <div className={rowTextClass}>
        <div className={styles.text}>
          <span className={classNames(text.small, text.soft)}>{t('add.contract')}</span>
          <AddressInFull address={contract} />
          <span className={classNames(text.small, text.soft, text.number)}>
            {t('unknown.from', { address: shortAddress(from), network })}
          </span>
          <span className={classNames(text.small, text.soft)}>{formatOwnMinute(atMs)}</span>
        </div>
        <button
          type="button"
          className={iconButtonClass}
          aria-label={t('unknown.copy')}
          onClick={() => void copyWithToast(contract, t('unknown.copied'))}
        >
          <Icon name="copy" size={20} />
        </button>
      </div>
    </Row>
  )
}
