import { normaliseAddress } from '@solstice/rules/address'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSameAddress, shortAddress } from '#/features/wallet/address.ts'
import { addToken, removeToken, useAddedTokens } from '#/features/wallet/chain/added-tokens.ts'
import { readBalance } from '#/features/wallet/chain/assets.ts'
import { NetworkChips } from '#/features/wallet/chain/network-chips.tsx'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { readToken } from '#/features/wallet/chain/read-token.ts'
import type { TokenFacts, TokenRefusal } from '#/features/wallet/chain/read-token.ts'
import { NODE_QUERY } from '#/features/wallet/chain/rpc.ts'
import formStyles from '#/features/wallet/form.module.css'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { LongField } from '#/features/wallet/long-field.tsx'
import { OwnAmount } from '#/features/wallet/masked.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Facts } from '#/ui/facts.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Row, Rows } from '#/ui/rows.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import styles from './add-token.module.css'

type AddTokenProps = {
  userId: string
  /** The address of the wallet. */
  address: string
  networks: readonly Network[]
  /** The assets that the wallet shows already. */
  assets: readonly Asset[]
}

const REFUSALS = {
  known: 'add.known',
  'not-contract': 'add.notContract',
  'no-decimals': 'add.noDecimals',
} as const satisfies Record<TokenRefusal, string>

/** Shows a button below the tokens and the sheet that it opens. */
export function AddToken(props: AddTokenProps) {
  const { t } = useTranslation('token')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('add.open')}
      </Button>
      {isOpen && <AddTokenSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddTokenSheet(props: AddTokenProps & { onClose: () => void }) {
  const { userId, address, networks, assets, onClose } = props
  const { t } = useTranslation('token')
  const { t: tWallet } = useTranslation('wallet')
  const [chosen, setChosen] = useState<number>()
  const [typed, setTyped] = useState('')
  const network = networks.find(({ chainId }) => chainId === chosen) ?? networks[0]
  const contract = normaliseAddress(typed)
  const { data, error, isFetching } = useQuery({
    ...NODE_QUERY,
    queryKey: ['token', network?.chainId, contract, assets.length],
    queryFn: () =>
      network && contract ? readToken(network, contract, assets) : ('not-contract' as const),
    enabled: network !== undefined && contract !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  })
  const token = typeof data === 'object' ? data : undefined

  async function paste(): Promise<void> {
    try {
      setTyped((await navigator.clipboard.readText()).trim())
    } catch {
      showToast(t('add.pasteFailed'), { tone: 'attention' })
    }
  }

  function problem(): string | undefined {
    // Do not report an address that is still being typed.
    if (contract === undefined) return typed.trim().length < 42 ? undefined : t('add.invalid')
    if (typeof data === 'string') return t(REFUSALS[data], { network: network?.name ?? '' })
    return error ? problemText(error, tWallet, network?.name) : undefined
  }

  function add(): void {
    if (!token || !network) return
    addToken(userId, network, token)
    onClose()
    showToast(t('add.done', { symbol: token.symbol }), { tone: 'done' })
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('add.title')}
      actions={token && <Button onClick={add}>{t('add.action', { symbol: token.symbol })}</Button>}
    >
      <div className={formStyles.form}>
        <p className={text.soft}>{t('add.text')}</p>
        <NetworkChips
          networks={networks}
          chosen={network?.chainId}
          onChoose={setChosen}
          hasAll={false}
        />
        <LongField label={t('add.address')} error={problem()} value={typed} onValue={setTyped} />
        <Button variant="quiet" isCompact onClick={() => void paste()}>
          <Glyph name="paste" size={20} />
          {t('add.paste')}
        </Button>
        <div role="status" className={classNames(text.small, text.soft)}>
          {isFetching && t('add.reading')}
          {token && network && t('add.found', { network: network.name })}
        </div>
        {token && network && (
          <Found token={token} network={network} address={address} assets={assets} />
        )}
        <AddedTokenList userId={userId} />
      </div>
    </Sheet>
  )
}

type FoundProps = { token: TokenFacts; network: Network; address: string; assets: readonly Asset[] }

function Found({ token, network, address, assets }: FoundProps) {
  const { t } = useTranslation('token')
  const { data: amount } = useQuery({
    ...NODE_QUERY,
    queryKey: ['token-balance', network.chainId, token.address, address],
    queryFn: () => readBalance(network, address, token.address),
    retry: 1,
  })
  const isCopy = assets.some(
    (asset) =>
      asset.symbol.toLowerCase() === token.symbol.toLowerCase() &&
      !isSameAddress(asset.address ?? '', token.address),
  )
  const held = amount !== undefined && (
    <OwnAmount amount={amount} decimals={token.decimals} symbol={token.symbol} />
  )
  return (
    <>
      <div>
        <p className={classNames(text.title, styles.wrap)}>{token.name}</p>
        <p className={classNames(text.small, text.soft)}>
          {t('add.decimals', { symbol: token.symbol, count: token.decimals })}
        </p>
      </div>
      <Facts
        facts={[
          [t('add.contract'), shortAddress(token.address)],
          held && [t('add.hold'), held],
          [t('add.price'), t('add.noPrice')],
        ]}
      />
      {isCopy && (
        <Notice role="alert" title={t('add.sameSymbol', { symbol: token.symbol })}>
          {t('add.sameSymbolText')}
        </Notice>
      )}
      <Notice>{t('add.warning')}</Notice>
    </>
  )
}

/** Lists all added tokens with a button to remove each. */
function AddedTokenList({ userId }: { userId: string }) {
  const { t } = useTranslation('token')
  const added = useAddedTokens(userId)
  if (added.length === 0) return null
  return (
    <section className={styles.mine}>
      <h3 className={classNames(text.small, text.soft)}>{t('add.mine')}</h3>
      <Rows>
        {added.map(({ contractId, name, symbol, address }) => (
          <Row key={contractId}>
            <span className={styles.grow}>
              <span className={classNames(text.strong, styles.wrap)}>{name}</span>
              <span className={classNames(text.small, text.soft, text.number)}>
                {symbol} · {shortAddress(address ?? '')}
              </span>
            </span>
            <button
              type="button"
              className={iconButtonClass}
              aria-label={t('add.remove', { symbol })}
              onClick={() => {
                removeToken(userId, contractId)
                showToast(t('add.removed', { symbol }), { tone: 'done' })
              }}
            >
              <Icon name="trash" size={20} />
            </button>
          </Row>
        ))}
      </Rows>
    </section>
  )
}
