import { useQuery } from '@tanstack/react-query'
import { payType } from '@solstice/contract/product.schemas'
import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { DraftAmount, DraftNumber } from '#/features/builder/fields/draft-number.tsx'
import { DraftSelect } from '#/features/builder/fields/draft-select.tsx'
import { DraftTexts } from '#/features/builder/fields/draft-text.tsx'
import fields from '#/features/builder/fields/fields.module.css'
import { ItemPanel } from '#/features/builder/fields/item-panel.tsx'
import { PictureField } from '#/features/builder/pictures/picture-field.tsx'
import { networksQuery, tokensQuery } from '#/features/builder/tokens/tokens-query.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { listAt, nameAt, numberAt, setIn, textAt } from '#/lib/season-draft.ts'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'

const NATIVE = 'native'

/** Edits the products that go on sale with the season. */
export function ShopStep() {
  const { t } = useTranslation('builderParts')
  const { draft, isReadOnly, highestNumber } = useBuilder()
  const { add } = useEdits()
  const products = listAt(draft, 'products')
  return (
    <>
      {products.length === 0 && (
        <Panel>
          <p className={text.soft}>{t('shop.none')}</p>
        </Panel>
      )}
      {products.map((_, at) => (
        <Product key={`product ${at}`} at={at} />
      ))}
      <div>
        <Button
          icon="plus"
          disabled={isReadOnly}
          onClick={() => add('products', newProduct(highestNumber('products')))}
        >
          {t('shop.add')}
        </Button>
      </div>
    </>
  )
}

const newProduct = (lastPosition: number) => ({
  name: { en: '', ko: '' },
  description: { en: '', ko: '' },
  imageUrl: null,
  payType: payType.options[0],
  price: '',
  chainId: null,
  contract: null,
  givesXp: 0,
  givesTickets: 0,
  stock: null,
  perUserLimit: null,
  position: lastPosition + 100,
})

function Product({ at }: { at: number }) {
  const { t } = useTranslation('builderParts')
  const { draft, edit } = useBuilder()
  const { remove } = useEdits()
  const path = `products.${at}`
  const number = at + 1
  const name = nameAt(draft, `${path}.name`) || t('builder:product', { number })
  const paidWith = textAt(draft, `${path}.payType`)
  const isToken = paidWith === 'TOKEN'
  return (
    <ItemPanel
      path={path}
      title={name}
      removeLabel={t('remove', { name })}
      onRemove={() =>
        remove('products', at, { removed: t('removed', { name }), undo: t('common:undo') })
      }
    >
      <DraftTexts path={`${path}.name`} label={t('shop.name', { number })} />
      <DraftTexts path={`${path}.description`} label={t('shop.description', { number })} isLong />
      <PictureField path={`${path}.imageUrl`} label={t('shop.picture', { number })} />
      <div className={fields.row}>
        <DraftSelect
          path={`${path}.payType`}
          label={t('shop.payType', { number })}
          options={payType.options.map((each) => [each, payName(each)])}
          onValue={(chosen) =>
            edit((latest) =>
              // Only a price in a token names one.
              [`${path}.chainId`, `${path}.contract`].reduce(
                (next, field) => setIn(next, field, null),
                setIn(latest, `${path}.payType`, chosen),
              ),
            )
          }
        />
        {isToken && <ProductToken path={path} number={number} />}
        <DraftAmount path={`${path}.price`} label={t('shop.price', { number })} />
      </div>
      <div className={fields.row}>
        <DraftNumber path={`${path}.givesXp`} label={t('shop.givesXp', { number })} unit="XP" />
        <DraftNumber path={`${path}.givesTickets`} label={t('shop.givesTickets', { number })} />
        <DraftNumber
          path={`${path}.stock`}
          label={t('shop.stock', { number })}
          placeholder={t('shop.unlimited')}
        />
        <DraftNumber
          path={`${path}.perUserLimit`}
          label={t('shop.perUserLimit', { number })}
          placeholder={t('shop.unlimited')}
        />
        <DraftNumber path={`${path}.position`} label={t('shop.position', { number })} />
      </div>
    </ItemPanel>
  )
}

const payName = (name: string) => findTextOf('builderParts', `shop.payTypes.${name}`) ?? name

/** Picks a network and one of its tokens; the plan stores the chain and the address. */
function ProductToken({ path, number }: { path: string; number: number }) {
  const { t } = useTranslation('builderParts')
  const { draft, edit } = useBuilder()
  const { data: networks } = useQuery(networksQuery)
  const { data: tokens } = useQuery(tokensQuery)
  const chainId = numberAt(draft, `${path}.chainId`)
  return (
    <>
      <DraftSelect
        path={`${path}.chainId`}
        label={t('shop.network', { number })}
        options={(networks?.list ?? []).map((network) => [network.chainId, network.networkName])}
        onValue={(chosen) =>
          edit((latest) =>
            setIn(setIn(latest, `${path}.chainId`, chosen), `${path}.contract`, null),
          )
        }
      />
      <DraftSelect
        path={`${path}.contract`}
        label={t('shop.token', { number })}
        options={(tokens?.list ?? [])
          .filter((token) => token.chainId === chainId)
          .map((token) => [token.address ?? NATIVE, token.symbol])}
      />
    </>
  )
}
