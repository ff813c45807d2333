import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { readNetworks, setToken } from './api.ts'
import type { Network, Token } from './api.ts'

const NATIVE = 'native'

type TokenDialogProps = {
  token: Token | undefined
  networks: readonly Network[]
  onClose: () => void
}

/** Adds or changes a token, which always needs another owner. The server reads its decimals first. */
export function TokenDialog({ token, networks, onClose }: TokenDialogProps) {
  const { t } = useTranslation('networks')
  const [given, setGiven] = useState({
    chainId: String(token?.chainId ?? networks[0]?.chainId ?? ''),
    contract: token ? (token.address ?? NATIVE) : '',
    name: token?.name ?? '',
    symbol: token?.symbol ?? '',
    decimals: String(token?.decimals ?? 18),
    agreeAbove: token?.agreeAbove ?? '',
    enabled: token?.enabled === false ? ('no' as const) : ('yes' as const),
  })
  const decimals = Number(given.decimals)
  const problems = {
    contract: !/^0x[0-9a-fA-F]{40}$|^native$/.test(given.contract.trim()),
    name: given.name.trim() === '',
    symbol: !/^[A-Za-z0-9.$-]{1,16}$/.test(given.symbol.trim()),
    decimals: !Number.isSafeInteger(decimals) || decimals < 0 || decimals > 36,
    agreeAbove: !/^(\d{1,60}(\.\d{1,18})?)?$/.test(given.agreeAbove.trim()),
  }
  type Name = keyof typeof problems
  const names = Object.keys(problems) as Name[] // The table has no other keys.
  const symbol = given.symbol.trim()
  return (
    <Confirm
      level="C4"
      title={t(token ? 'changeToken' : 'addTokenTitle', { symbol })}
      action={t('askToken')}
      effect={[]}
      note={t('tokenNote')}
      isReady={names.every((each) => !problems[each])}
      fields={(isChecked) => (
        <>
          {!token && (
            <SelectField
              label={t('network')}
              value={given.chainId}
              options={networks.map(({ chainId, networkName }) => [String(chainId), networkName])}
              onValue={(chainId) => setGiven({ ...given, chainId })}
            />
          )}
          {names
            .filter((each) => each !== 'contract' || !token)
            .map((each) => (
              <Field
                key={each}
                label={t(`tokenFields.${each}`)}
                value={given[each]}
                onValue={(value) => setGiven({ ...given, [each]: value })}
                problem={isChecked && problems[each] ? t(`tokenInvalid.${each}`) : undefined}
                help={each === 'agreeAbove' ? t('agreeAboveHelp') : undefined}
              />
            ))}
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
        setToken(
          { chainId: Number(given.chainId), contract: given.contract.trim() },
          {
            name: given.name.trim(),
            symbol,
            decimals,
            logoUrl: token?.logoUrl ?? null,
            enabled: given.enabled === 'yes',
            agreeAbove: given.agreeAbove.trim() || null,
          },
          confirmed,
        )
      }
      onDone={() => {
        onClose()
        readNetworks()
        showToast(t('tokenSaved', { symbol }))
      }}
      onClose={onClose}
    />
  )
}
