import { readableAmount } from '@solstice/rules/amount'
import { formatUsd, valueUsd } from '#/features/wallet/amounts.ts'
import { SPEEDS } from '#/features/wallet/chain/fees.ts'
import type { Fees, Speed } from '#/features/wallet/chain/fees.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import styles from './fee-choice.module.css'

type FeeChoiceProps = {
  fees: Fees
  gas: bigint
  network: Network
  coin: Asset | undefined
  chosen: Speed
  onChoose: (speed: Speed) => void
}

/** Selects the speed of a transfer and shows its fee. */
export function FeeChoice({ fees, gas, network, coin, chosen, onChoose }: FeeChoiceProps) {
  const { t } = useTranslation('wallet')
  const costAt = (speed: Speed) => gas * fees[speed].expectedPerGas
  return (
    <fieldset className={styles.fees}>
      <legend className={styles.legend}>
        <span className={classNames(text.small, text.soft)}>{t('send.networkFee')}</span>
        <span className={classNames(text.small, text.soft, text.number)}>
          {readableAmount(costAt(chosen), network.decimals)} {network.symbol}
        </span>
      </legend>
      <div className={styles.choices}>
        {SPEEDS.map((speed) => {
          const usdValue = valueUsd(costAt(speed), network.decimals, coin?.priceUsd ?? null)
          return (
            <label key={speed} className={styles.choice}>
              <input
                type="radio"
                name="speed"
                className={text.unseen}
                checked={speed === chosen}
                onChange={() => onChoose(speed)}
              />
              <span className={text.strong}>{t(`send.speeds.${speed}`)}</span>
              <span className={classNames(text.small, text.soft, text.number)}>
                {usdValue === undefined ? t('none') : formatUsd(usdValue)}
              </span>
              <span className={classNames(text.small, text.faint)}>{t(`send.about.${speed}`)}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
