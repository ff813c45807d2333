import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unitsOf } from '@solstice/rules/amount'
import { needsApproval } from '@solstice/rules/approval'
import { DEFAULT_APPROVAL_POLICY } from '@solstice/rules/approval-policy'
import { deviationPercent } from '@solstice/rules/price'
import { formatPercent } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { policyQuery } from '#/shell/policy-query.ts'
import { Choice } from '#/ui/choice.tsx'
import { Field } from '#/ui/field.tsx'
import { readNetworks, setPrice } from './api.ts'
import type { Price } from './api.ts'

const DECIMALS = 36

/** Sets a price by hand, or returns it to its source. A price far off its source needs a second person. */
export function PriceDialog({ price, onClose }: { price: Price; onClose: () => void }) {
  const { t } = useTranslation('networks')
  const may = useMay()
  const { data: policy = DEFAULT_APPROVAL_POLICY } = useQuery({
    ...policyQuery,
    enabled: may('approval.policy'),
  })
  const { symbol, priceUsd, sourceUsd, byHand } = price
  const [way, setWay] = useState<'hand' | 'source'>('hand')
  const [given, setGiven] = useState(priceUsd ?? '')
  const after = way === 'source' ? null : given.trim()
  const isValid = after === null || unitsOf(after, DECIMALS) !== undefined
  const facts = { source: sourceUsd ?? undefined, after }
  const isFar = isValid && needsApproval('PRICE', facts, policy).length > 0
  const deviation = isValid ? deviationPercent(sourceUsd, after) : null
  return (
    <Confirm
      level={isFar ? 'C4' : 'C2'}
      title={t('priceOf', { symbol })}
      action={t(isFar ? 'askPrice' : way === 'source' ? 'useSource' : 'setPrice')}
      effect={[
        [t('price'), priceUsd === null ? t('unknown') : `$${priceUsd}`],
        [t('sourcePrice'), sourceUsd === null ? '–' : `$${sourceUsd}`],
        ...(way === 'hand' && deviation !== null
          ? [[t('deviation'), formatPercent(deviation)] as const]
          : []),
      ]}
      note={t(isFar ? 'farNote' : 'nearNote', { percent: formatPercent(policy.pricePercent) })}
      isReady={isValid}
      fields={(isChecked) => (
        <>
          {byHand && (
            <Choice
              label={t('way')}
              value={way}
              options={[
                ['hand', t('byHand')],
                ['source', t('automatic')],
              ]}
              onValue={setWay}
            />
          )}
          {way === 'hand' && (
            <Field
              label={t('newPrice')}
              inputMode="decimal"
              value={given}
              onValue={setGiven}
              problem={isChecked && !isValid ? t('priceInvalid') : undefined}
            />
          )}
        </>
      )}
      typed={{ label: t('typeSymbol', { symbol }), expected: symbol }}
      run={(confirmed) => setPrice(symbol, after, confirmed)}
      onDone={() => {
        onClose()
        readNetworks()
        showToast(t('priceSaved', { symbol }))
      }}
      onClose={onClose}
    />
  )
}
