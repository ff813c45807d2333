import { useTranslation } from '#/lib/i18n.ts'
import { NetworkDot } from './asset-icon.tsx'
import styles from './chips.module.css'
import type { Network } from './networks.ts'

type NetworkChipsProps = {
  networks: readonly Network[]
  chosen: number | undefined
  onChoose: (chainId: number | undefined) => void
  /** Set to false where a network must be chosen. */
  hasAll?: boolean
}

/** Selects one network, or all of them. */
export function NetworkChips({ networks, chosen, onChoose, hasAll = true }: NetworkChipsProps) {
  const { t } = useTranslation('wallet')
  return (
    <div className={styles.chips} role="group" aria-label={t('home.networks')}>
      {hasAll && (
        <button
          type="button"
          className={styles.chip}
          aria-pressed={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          {t('home.allNetworks')}
        </button>
      )}
      {networks.map((network) => (
        <button
          key={network.chainId}
          type="button"
          className={styles.chip}
          aria-pressed={chosen === network.chainId}
          onClick={() => onChoose(network.chainId)}
        >
          <NetworkDot network={network} />
          {network.name}
        </button>
      ))}
    </div>
  )
}

type ChipsProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

export function Chips<Value extends string>(props: ChipsProps<Value>) {
  return (
    <div className={styles.chips} role="group" aria-label={props.label}>
      {props.options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={value === props.chosen}
          onClick={() => props.onChoose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
