import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { readNetworks, setNetwork } from './api.ts'
import type { Network } from './api.ts'

const isUrl = (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

/** Adds or changes a network, which always needs another owner. The server asks its nodes first. */
export function NetworkDialog({
  network,
  onClose,
}: {
  network: Network | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('networks')
  const [given, setGiven] = useState({
    chainId: network ? String(network.chainId) : '',
    networkName: network?.networkName ?? '',
    networkSymbol: network?.networkSymbol ?? '',
    rpcUrl: network?.rpcUrl ?? '',
    secondRpcUrl: network?.secondRpcUrl ?? '',
    scanUrl: network?.scanUrl ?? '',
    confirmations: String(network?.confirmations ?? 12),
    explorer: network?.explorer ?? ('ETHERSCAN' as const),
    enabled: network?.enabled === false ? ('no' as const) : ('yes' as const),
  })
  const chainId = Number(given.chainId)
  const confirmations = Number(given.confirmations)
  const problems = {
    chainId: !Number.isSafeInteger(chainId) || chainId <= 0,
    networkName: given.networkName.trim() === '',
    networkSymbol: !/^[A-Za-z0-9.$-]{1,16}$/.test(given.networkSymbol.trim()),
    rpcUrl: !isUrl(given.rpcUrl.trim()),
    secondRpcUrl: given.secondRpcUrl.trim() !== '' && !isUrl(given.secondRpcUrl.trim()),
    scanUrl: given.scanUrl.trim() !== '' && !isUrl(given.scanUrl.trim()),
    confirmations:
      !Number.isSafeInteger(confirmations) || confirmations < 1 || confirmations > 1000,
  }
  type Name = keyof typeof problems
  const names = Object.keys(problems) as Name[] // The table has no other keys.
  const name = given.networkName.trim() || t('network')

  return (
    <Confirm
      level="C4"
      title={t(network ? 'changeNetwork' : 'addNetworkTitle', { name })}
      action={t('askNetwork')}
      effect={[]}
      note={t('networkNote')}
      isReady={names.every((each) => !problems[each])}
      fields={(isChecked) => (
        <>
          {names
            .filter((each) => each !== 'chainId' || !network)
            .map((each) => (
              <Field
                key={each}
                label={t(`fields.${each}`)}
                value={given[each]}
                onValue={(value) => setGiven({ ...given, [each]: value })}
                problem={isChecked && problems[each] ? t(`invalid.${each}`) : undefined}
                help={each === 'rpcUrl' ? t('nodeIsPublic') : undefined}
              />
            ))}
          <SelectField
            label={t('historyFrom')}
            value={given.explorer}
            options={[
              ['ETHERSCAN', t('explorers.ETHERSCAN')],
              ['OWN_INDEX', t('explorers.OWN_INDEX')],
            ]}
            onValue={(explorer) => setGiven({ ...given, explorer })}
          />
          <SelectField
            label={t('shownToMembers')}
            value={given.enabled}
            options={[
              ['yes', t('on')],
              ['no', t('off')],
            ]}
            onValue={(enabled) => setGiven({ ...given, enabled })}
          />
        </>
      )}
      run={(confirmed) =>
        setNetwork(
          chainId,
          {
            networkName: given.networkName.trim(),
            networkSymbol: given.networkSymbol.trim(),
            rpcUrl: given.rpcUrl.trim(),
            secondRpcUrl: given.secondRpcUrl.trim() || null,
            scanUrl: given.scanUrl.trim(),
            confirmations,
            explorer: given.explorer,
            enabled: given.enabled === 'yes',
          },
          confirmed,
        )
      }
      onDone={() => {
        onClose()
        readNetworks()
        showToast(t('networkSaved', { name }))
      }}
      onClose={onClose}
    />
  )
}
