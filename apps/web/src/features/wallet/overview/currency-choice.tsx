import { CURRENCIES } from '@solstice/rules/currency'
import type { Currency } from '@solstice/rules/currency'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chooseCurrency, useDisplay } from '#/features/wallet/display.ts'
import { ratesQuery } from '#/features/wallet/rates.ts'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import styles from './total.module.css'

/** Shows the currency of all values in the wallet, and the sheet in which the member changes it. */
export function CurrencyChoice() {
  const { t } = useTranslation('wallet-reach')
  const [isOpen, setOpen] = useState(false)
  const { currency, rates } = useDisplay()
  const isMissing = currency !== 'USD' && rates[currency] === undefined
  return (
    <div className={styles.currency}>
      <Button variant="quiet" isCompact onClick={() => setOpen(true)}>
        <span className={text.unseen}>{t('currency.title')} </span>
        {isMissing ? 'USD' : currency}
        <Icon name="down" size={16} />
      </Button>
      {isOpen && <CurrencySheet onClose={() => setOpen(false)} />}
    </div>
  )
}

function CurrencySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('wallet-reach')
  const { currency: chosen, rates } = useDisplay()
  const { isError, isFetching, refetch } = useQuery(ratesQuery)
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'currency' })
  const hasRate = (currency: Currency) => currency === 'USD' || rates[currency] !== undefined
  const missing = CURRENCIES.filter((currency) => !hasRate(currency))
  return (
    <Sheet isOpen onClose={onClose} title={t('currency.title')}>
      <p className={text.soft}>{t('currency.text')}</p>
      {!isFetching && missing.length > 0 && (
        <Notice
          role="alert"
          action={
            <Button variant="quiet" isCompact onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {isError
            ? t('currency.unavailable')
            : t('currency.missing', { list: missing.join(', ') })}
        </Notice>
      )}
      <Rows>
        {CURRENCIES.map((currency) => (
          <Row key={currency}>
            <button
              type="button"
              className={rowTargetClass}
              aria-pressed={currency === chosen}
              onClick={() => {
                chooseCurrency(currency)
                onClose()
              }}
            >
              <RowContent
                label={names.of(currency) ?? currency}
                note={currency}
                end={currency === chosen ? 'check' : 'none'}
              />
            </button>
          </Row>
        ))}
      </Rows>
    </Sheet>
  )
}
