import type { CallData } from '@solstice/contract/wire'

export type RawNetwork = CallData<'network.list'>['list'][number]
export type Asset = CallData<'network.allContracts'>['list'][number]

/** A network with values derived from its record. */
export type Network = {
  chainId: number
  networkId: number
  name: string
  symbol: string
  rpcUrl: string
  /** Empty if the network has no explorer. */
  explorerUrl: string
  confirmations: number
  decimals: number
  colour: string
  /**
   * True if its history comes from our own index; other networks use a public explorer, which
   * limits the number of calls.
   */
  isIndexed: boolean
}

/** A row of an explorer in the format of the Etherscan API. */
export type ExplorerRow = Record<string, string>
