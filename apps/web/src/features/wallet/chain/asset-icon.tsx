import styles from './asset-icon.module.css'
import type { Asset, Network } from './networks.ts'

/** Shows a coin in its network's colour, or a token with the network's colour beside it. */
export function AssetIcon({
  asset,
  network,
}: {
  asset: Pick<Asset, 'symbol' | 'address' | 'contractId'>
  network: Pick<Network, 'colour'>
}) {
  const isCoin = asset.address === null
  return (
    <span className={styles.icon} aria-hidden="true">
      <svg viewBox="0 0 40 40" width="40" height="40">
        <circle cx="20" cy="20" r="20" fill={isCoin ? network.colour : '#2e8f78'} />
        {/* Anyone can choose the symbol of an added token, so it gets no well-known mark. */}
        <Mark symbol={asset.contractId < 0 ? asset.symbol.slice(0, 1) : asset.symbol} />
      </svg>
      {!isCoin && (
        <svg className={styles.badge} viewBox="0 0 14 14" width="14" height="14">
          <circle cx="7" cy="7" r="7" className={styles.edge} />
          <circle cx="7" cy="7" r="5" fill={network.colour} />
        </svg>
      )}
    </span>
  )
}

function Mark({ symbol }: { symbol: string }) {
  if (symbol.endsWith('ETH')) {
    return (
      <g fill="#fff">
        <path d="M20 8 12.5 20.3 20 24.7l7.5-4.4z" opacity=".95" />
        <path d="M20 26.5 12.5 22 20 32l7.5-10z" opacity=".7" />
      </g>
    )
  }
  if (symbol.endsWith('BNB')) {
    return (
      <g fill="#1c1508">
        <path d="M20 9.5l4 4-4 4-4-4zM13 16.5l3.5 3.5L13 23.5 9.5 20zM27 16.5l3.5 3.5-3.5 3.5-3.5-3.5zM20 22.5l4 4-4 4-4-4z" />
      </g>
    )
  }
  return (
    <text
      x="20"
      y="26"
      textAnchor="middle"
      fill="#fff"
      fontSize="18"
      fontWeight="650"
      fontFamily="inherit"
    >
      {symbol.startsWith('USD') ? '$' : symbol.slice(0, 1)}
    </text>
  )
}

/** Shows a network as a dot in its colour. */
export function NetworkDot({ network }: { network: Pick<Network, 'colour'> }) {
  return (
    <svg className={styles.dot} viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      <circle cx="5" cy="5" r="5" fill={network.colour} />
    </svg>
  )
}
