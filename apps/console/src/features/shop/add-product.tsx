import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { networkEndpoints } from '@solstice/contract/network.endpoints'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { addProduct, readShop } from './api.ts'
import { ContentFields, isComplete } from './content-fields.tsx'
import type { Content } from './content-fields.tsx'
import styles from './shop.module.css'

export const tokensQuery = {
  queryKey: ['shop', 'tokens'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(networkEndpoints['network.showContracts'], {}, { signal }),
}

const PAY_TYPES = ['XP', 'TICKET', 'TOKEN'] as const
type PayType = (typeof PAY_TYPES)[number]

const EMPTY: Content = {
  name: { en: '', ko: '' },
  description: { en: '', ko: '' },
  imageUrl: null,
}

const isWhole = (typed: string) => /^\d{1,9}$/.test(typed)
const isPrice = (typed: string, payType: PayType) =>
  Number(typed) > 0 && (payType === 'TOKEN' ? /^\d{1,7}(\.\d{1,18})?$/ : /^\d{1,7}$/).test(typed)

/** Adds a product to the shop of a season; the approval rules decide whether it waits. */
export function AddProduct({ seasonId, onClose }: { seasonId: number; onClose: () => void }) {
  const { t } = useTranslation('shop')
  const tokens = useQuery(tokensQuery).data?.list.filter(({ enabled }) => enabled) ?? []
  const [content, setContent] = useState(EMPTY)
  const [payType, setPayType] = useState<PayType>('XP')
  const [price, setPrice] = useState('')
  const [token, setToken] = useState('')
  const [gives, setGives] = useState({ xp: '0', tickets: '0' })
  const [stock, setStock] = useState('')
  const keyOf = ({ chainId, address }: { chainId: number; address: string | null }) =>
    `${chainId} ${address ?? 'native'}`
  const chosen = tokens.find((each) => keyOf(each) === token) ?? tokens[0]
  const hasGift =
    isWhole(gives.xp) && isWhole(gives.tickets) && Number(gives.xp) + Number(gives.tickets) > 0
  // A product must not give the asset it is paid with.
  const givesPaid =
    (payType === 'XP' && gives.xp !== '0') || (payType === 'TICKET' && gives.tickets !== '0')
  const isStock = stock === '' || isWhole(stock)
  const isReady =
    isComplete(content) &&
    isPrice(price, payType) &&
    hasGift &&
    !givesPaid &&
    isStock &&
    (payType !== 'TOKEN' || chosen !== undefined)
  return (
    <Confirm
      level={payType === 'TOKEN' ? 'C4' : 'C1'}
      title={t('add.title')}
      action={t('add.action')}
      effect={[]}
      note={t('add.note')}
      isReady={isReady}
      fields={(isChecked) => (
        <>
          <ContentFields content={content} onContent={setContent} isChecked={isChecked} />
          <div className={styles.pair}>
            <SelectField
              label={t('add.payType')}
              value={payType}
              options={PAY_TYPES.map((each) => [each, t(`payTypes.${each}`)] as const)}
              onValue={setPayType}
            />
            <Field
              label={t('price')}
              inputMode="decimal"
              value={price}
              onValue={setPrice}
              problem={isChecked && !isPrice(price, payType) ? t('priceProblem') : undefined}
            />
            {payType === 'TOKEN' && (
              <SelectField
                label={t('add.token')}
                value={chosen ? keyOf(chosen) : ''}
                options={tokens.map((each) => [
                  keyOf(each),
                  t('add.tokenOn', { symbol: each.symbol, chain: each.chainId }),
                ])}
                onValue={setToken}
                problem={isChecked && !chosen ? t('add.noToken') : undefined}
              />
            )}
            <Field
              label={t('add.givesXp')}
              inputMode="numeric"
              value={gives.xp}
              onValue={(xp) => setGives({ ...gives, xp })}
              problem={isChecked && (!hasGift || givesPaid) ? t('add.giftProblem') : undefined}
            />
            <Field
              label={t('add.givesTickets')}
              inputMode="numeric"
              value={gives.tickets}
              onValue={(tickets) => setGives({ ...gives, tickets })}
            />
            <Field
              label={t('stockDialog.stock')}
              inputMode="numeric"
              value={stock}
              onValue={setStock}
              help={t('stockDialog.help')}
              problem={isChecked && !isStock ? t('wholeNumber') : undefined}
            />
          </div>
        </>
      )}
      run={(confirmed) =>
        addProduct(
          seasonId,
          {
            ...content,
            payType,
            price,
            givesXp: Number(gives.xp),
            givesTickets: Number(gives.tickets),
            stock: stock === '' ? null : Number(stock),
            ...(payType === 'TOKEN' &&
              chosen && { chainId: chosen.chainId, contract: chosen.address ?? 'native' }),
          },
          confirmed,
        )
      }
      onDone={() => {
        onClose()
        showToast(t('add.done'))
        void readShop()
      }}
      onClose={onClose}
    />
  )
}
