import { amountText, readableAmount } from '@solstice/rules/amount'
import { useState } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import {
  amountForMoney,
  currencySign,
  formatUsd,
  parseAmount,
  typedMoney,
  valueUsd,
} from '#/features/wallet/amounts.ts'
import { AssetIcon } from '#/features/wallet/chain/asset-icon.tsx'
import type { Holding } from '#/features/wallet/chain/assets.ts'
import { shownCurrency, useDisplay } from '#/features/wallet/display.ts'
import formStyles from '#/features/wallet/form.module.css'
import { OwnAmount } from '#/features/wallet/masked.tsx'
import { focusFirstProblem } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { AmountField } from '#/ui/amount-field.tsx'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import styles from './send.module.css'

type SendAmountStepProps = {
  back: { label: string; onPress: () => void }
  holdings: readonly Holding[]
  to: string
  name: string | undefined
  initial: { contractId: number | undefined; amount: bigint | undefined }
  /** Returns the amount of the coin to reserve for the fee when everything is sent. */
  feeReserve: (holding: Holding) => Promise<bigint>
  onChosen: (holding: Holding, amount: bigint) => void
}

/** Selects the asset and the amount, in the token or in the member's currency. */
export function SendAmountStep(props: SendAmountStepProps) {
  const { t } = useTranslation('wallet')
  const { holdings, initial } = props
  const display = useDisplay()
  const money = shownCurrency(display)
  const [contractId, setContractId] = useState(
    initial.contractId ?? holdings.find(({ amount }) => amount)?.asset.contractId,
  )
  const holding = holdings.find(({ asset }) => asset.contractId === contractId) ?? holdings[0]
  const [prefersMoney, setPrefersMoney] = useState(false)
  const [typed, setTyped] = useState(
    initial.amount !== undefined && holding
      ? amountText(initial.amount, holding.asset.decimals)
      : '',
  )
  const [problem, setProblem] = useState<string>()
  const [isChoosing, setChoosing] = useState(false)
  const { isBusy: isComputingMax, run } = useBusy()
  if (!holding) return null
  const { asset, network } = holding
  const isMoney = prefersMoney && asset.priceUsd !== null
  const available = holding.amount ?? 0n
  const amount = read()

  function read(): bigint | undefined {
    if (!isMoney || asset.priceUsd === null) return parseAmount(typed, asset.decimals)
    return amountForMoney(typed, asset.decimals, asset.priceUsd, money)
  }

  function go(): void {
    if (typed.trim() === '') return setProblem(t('send.amountNeeded'))
    if (amount === undefined || amount === 0n) {
      return setProblem(t('send.amountWrong', { symbol: asset.symbol }))
    }
    if (holding?.amount !== undefined && amount > holding.amount) {
      if (display.isHidden) return setProblem(t('send.amountOver'))
      const shown = readableAmount(holding.amount, asset.decimals)
      return setProblem(t('send.amountTooMuch', { amount: shown, symbol: asset.symbol }))
    }
    if (holding) props.onChosen(holding, amount)
  }

  async function max(): Promise<void> {
    if (!holding) return
    setPrefersMoney(false)
    try {
      const kept = asset.address === null ? await props.feeReserve(holding) : 0n
      setTyped(amountText(available > kept ? available - kept : 0n, asset.decimals))
      setProblem(undefined)
    } catch {
      // Without a known fee nothing is reserved; the review checks if the balance is sufficient.
      setTyped(amountText(available, asset.decimals))
    }
  }

  function switchUnit(): void {
    const usdValue =
      amount === undefined ? undefined : valueUsd(amount, asset.decimals, asset.priceUsd)
    if (isMoney) setTyped(amount === undefined ? '' : amountText(amount, asset.decimals))
    else setTyped(usdValue === undefined ? '' : typedMoney(usdValue, money))
    setPrefersMoney(!isMoney)
    setProblem(undefined)
  }

  const usdValue =
    amount === undefined ? undefined : valueUsd(amount, asset.decimals, asset.priceUsd)
  const other = isMoney
    ? `${amount === undefined ? '0' : readableAmount(amount, asset.decimals)} ${asset.symbol}`
    : usdValue === undefined
      ? t('none')
      : formatUsd(usdValue)

  return (
    <Screen
      header={<ScreenHeader back={props.back} title={t('send.amount')} />}
      onSubmit={(event) => {
        event.preventDefault()
        go()
        focusFirstProblem(event.currentTarget)
      }}
      dock={<Button type="submit">{t('send.review')}</Button>}
    >
      <div className={formStyles.form}>
        <p className={classNames(text.soft, styles.centred)}>
          {t('send.to')} {props.name ?? shortAddress(props.to)}
        </p>
        <AmountField
          label={t('send.amount')}
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setProblem(undefined)
          }}
          unit={isMoney ? currencySign(money.currency) : { text: asset.symbol }}
          problem={problem}
          note={other}
        />
        <div className={styles.pair}>
          {asset.priceUsd !== null && (
            <Button variant="quiet" isCompact onClick={switchUnit}>
              {isMoney
                ? t('send.inToken', { symbol: asset.symbol })
                : t('send.inMoney', { currency: money.currency })}
            </Button>
          )}
          <Button variant="quiet" isCompact isBusy={isComputingMax} onClick={() => void run(max)}>
            {t('send.max')}
          </Button>
        </div>
        <section className={styles.people}>
          <h2 className={classNames(text.small, text.soft)}>{t('send.asset')}</h2>
          <Rows>
            <Row>
              <button type="button" className={rowTargetClass} onClick={() => setChoosing(true)}>
                <HoldingChoice holding={holding} />
                <span className={text.soft}>
                  <Icon name="down" size={20} />
                </span>
              </button>
            </Row>
          </Rows>
        </section>
      </div>
      <Sheet isOpen={isChoosing} onClose={() => setChoosing(false)} title={t('send.asset')}>
        <Rows>
          {holdings.map((each) => (
            <Row key={each.asset.contractId}>
              <button
                type="button"
                className={rowTargetClass}
                aria-pressed={each.asset.contractId === asset.contractId}
                onClick={() => {
                  if (each.asset.contractId !== asset.contractId) setTyped('')
                  setContractId(each.asset.contractId)
                  setProblem(undefined)
                  setChoosing(false)
                }}
              >
                <HoldingChoice holding={each} />
                {each.asset.contractId === asset.contractId && <Icon name="check" size={20} />}
              </button>
            </Row>
          ))}
        </Rows>
      </Sheet>
      <p className={text.unseen} role="status">
        {network.name}
      </p>
    </Screen>
  )
}

function HoldingChoice({ holding: { asset, network, amount } }: { holding: Holding }) {
  const { t } = useTranslation('wallet')
  const { isHidden } = useDisplay()
  return (
    <>
      <AssetIcon asset={asset} network={network} />
      <span className={styles.person}>
        <span className={text.strong}>
          {asset.symbol}{' '}
          <span className={text.soft}>{t('send.onNetwork', { network: network.name })}</span>
        </span>
        {/* Anyone can create a token with the symbol of a listed one. */}
        {asset.contractId < 0 && (
          <span className={classNames(text.small, text.soft, text.number)}>
            {shortAddress(asset.address ?? '')}
          </span>
        )}
        <span className={classNames(text.small, text.soft, text.number)}>
          {isHidden && amount !== undefined ? (
            <OwnAmount amount={amount} {...asset} />
          ) : (
            t('send.available', {
              amount: amount === undefined ? t('none') : readableAmount(amount, asset.decimals),
              symbol: asset.symbol,
            })
          )}
        </span>
      </span>
    </>
  )
}
