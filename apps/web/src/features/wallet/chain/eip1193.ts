import { numberToHex } from 'viem'
import type { Network } from './networks.ts'

/** The subset of an EIP-1193 provider that switching needs. */
export type Provider = {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>
}

/** Returns the provider of another wallet in this browser, if there is one. */
export function injectedProvider(): Provider | undefined {
  const { ethereum } = window as { ethereum?: Partial<Provider> | null }
  // Any script may have set it, so check its shape.
  return typeof ethereum?.request === 'function' ? (ethereum as Provider) : undefined
}

/** EIP-1193 error code: the provider does not know this chain. */
const UNKNOWN_CHAIN = 4902

/** Switches a provider to a network and adds the network first if the provider does not know it. */
export async function switchChain(provider: Provider, network: Network): Promise<void> {
  const chainId = numberToHex(network.chainId)
  const switchTo = { method: 'wallet_switchEthereumChain', params: [{ chainId }] }
  try {
    await provider.request(switchTo)
  } catch (cause) {
    if (codeIn(cause) !== UNKNOWN_CHAIN) throw cause
    await provider.request({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId,
          chainName: network.name,
          nativeCurrency: {
            name: network.symbol,
            symbol: network.symbol,
            decimals: network.decimals,
          },
          rpcUrls: [network.rpcUrl],
          ...(network.explorerUrl && { blockExplorerUrls: [network.explorerUrl] }),
        },
      ],
    })
    await provider.request(switchTo)
  }
}

function codeIn(cause: unknown): unknown {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
}
