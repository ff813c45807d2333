import { normaliseAddress } from '@solstice/rules/address'
import { paymentLink } from '@solstice/rules/payment-link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import { parseAmount } from '#/features/wallet/amounts.ts'
import { Chips, NetworkChips } from '#/features/wallet/chain/network-chips.tsx'
import { networkContractsQuery, useNetworks } from '#/features/wallet/chain/networks.ts'
import { copyWithToast } from '#/features/wallet/clipboard.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Qr } from '@solstice/ui/qr.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { OtherWallet } from './other-wallet.tsx'
import styles from './receive-screen.module.css'

type ReceiveScreenProps = { address: string; back: { label: string; onPress: () => void } }

/** Shows the member's address to copy and share; with an amount it becomes a payment code. */
export function ReceiveScreen({ address, back }: ReceiveScreenProps) {
  const { t } = useTranslation('wallet')
  const { networks } = useNetworks()
  const [chainId, setChainId] = useState<number>()
  const [contractId, setContractId] = useState<string>()
  const [typed, setTyped] = useState('')
  const network = networks.find((each) => each.chainId === chainId) ?? networks[0]
  const { data: assets = [] } = useQuery(networkContractsQuery(network?.networkId))
  const asset = assets.find((each) => String(each.contractId) === contractId) ?? assets[0]
  const amount = asset && typed !== '' ? parseAmount(typed, asset.decimals) : undefined
  const isWrong = typed !== '' && (amount === undefined || amount === 0n)
  const to = normaliseAddress(address)
  const code =
    to && network
      ? paymentLink({
          to,
          chainId: network.chainId,
          token: asset?.address ? normaliseAddress(asset.address) : undefined,
          amount: isWrong ? undefined : amount,
        })
      : address

  async function share(): Promise<void> {
    const shareText = t('receive.shareText', { network: network?.name ?? '', address })
    if (typeof navigator.share !== 'function') return copyWithToast(shareText, t('copied'))
    try {
      await navigator.share({ text: shareText })
    } catch (cause) {
      // The member closed the share sheet, which is not an error.
      if (cause instanceof DOMException && cause.name === 'AbortError') return
      await copyWithToast(shareText, t('copied'))
    }
  }

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('receive.title')} />}
      dock={
        <div className={styles.dock}>
          <Button onClick={() => void copyWithToast(address, t('addressCopied'))}>
            <Icon name="copy" size={20} />
            {t('receive.copy')}
          </Button>
          <Button variant="quiet" onClick={() => void share()}>
            <Icon name="share" size={20} />
            {t('receive.share')}
          </Button>
        </div>
      }
    >
      <div className={styles.page}>
        <NetworkChips
          networks={networks}
          chosen={network?.chainId}
          hasAll={false}
          onChoose={setChainId}
        />
        <Card>
          <Qr value={code} label={t('receive.qr', { address })} />
          <div className={styles.address}>
            <AddressInFull address={address} />
          </div>
          {asset && network && (
            <p className={classNames(text.small, text.soft, styles.hint)}>
              {t('receive.onlyOn', { symbol: asset.symbol, network: network.name })}
            </p>
          )}
        </Card>
        {assets.length > 1 && (
          <Chips
            label={t('receive.asset')}
            options={assets.map((each) => ({
              value: String(each.contractId),
              label: each.symbol,
            }))}
            chosen={String(asset?.contractId)}
            onChoose={setContractId}
          />
        )}
        {asset && (
          <TextInput
            label={t('receive.amount')}
            inputMode="decimal"
            autoComplete="off"
            placeholder={`0 ${asset.symbol}`}
            binding={{
              name: 'amount',
              value: typed,
              error: isWrong ? t('receive.amountWrong', { symbol: asset.symbol }) : undefined,
              onChange: setTyped,
              onBlur: () => undefined,
            }}
          />
        )}
        {network && <OtherWallet network={network} />}
      </div>
    </Screen>
  )
}
