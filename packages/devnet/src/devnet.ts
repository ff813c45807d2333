import { join } from 'node:path'
import { openChain, type LocalChain } from './chain.ts'
import { openFaucet, type Faucet } from './faucet.ts'
import { openJournal } from './journal.ts'
import { FAUCET_ADDRESS, LOCAL_NETWORKS, type LocalNetwork } from './genesis.ts'
import { rpcNode, type RpcNode } from './rpc.ts'

export type DevnetOptions = {
  /** The folder of the journals; without it the chains end with the process. */
  folder?: string
  now: () => Date
  blockMs?: number
  onFault?: (error: unknown) => void
}

export type DevnetChain = {
  network: LocalNetwork
  node: RpcNode
  faucet: Faucet
  control: Pick<LocalChain, 'mine' | 'rollBack' | 'stall'>
}

export type Devnet = {
  chains: ReadonlyMap<number, DevnetChain>
  /** Gives a new wallet test funds on every chain; repeated calls do nothing. */
  welcome: (address: `0x${string}`) => Promise<void>
  /** The account that sends test funds. */
  faucet: `0x${string}`
  /** Gives an account that pays others test funds on every chain; repeated calls do nothing. */
  fundPayer: (address: `0x${string}`) => Promise<void>
  close: () => Promise<void>
}

const BLOCK_MS = 1000

/** Starts the local chains of the embedded default and of the tests in this process. */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { folder, now, blockMs = BLOCK_MS, onFault = () => {} } = options
  const opening = await Promise.allSettled(
    LOCAL_NETWORKS.map(async (network) => {
      const path = folder === undefined ? undefined : join(folder, `${network.chainId}.journal`)
      const journal = await openJournal(path)
      try {
        return await openChain({ network, journal, now, blockMs, onFault })
      } catch (error) {
        await journal.close()
        throw error
      }
    }),
  )
  const opened = opening.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = opening.find((one) => one.status === 'rejected')
  if (failed) {
    await Promise.all(opened.map((chain) => chain.close()))
    throw failed.reason
  }
  const chains = new Map(
    opened.map((chain): [number, DevnetChain] => [
      chain.network.chainId,
      { network: chain.network, node: rpcNode(chain), faucet: openFaucet(chain), control: chain },
    ]),
  )
  return {
    chains,
    faucet: FAUCET_ADDRESS,
    welcome: async (address) => {
      for (const { faucet } of chains.values()) await faucet.welcome(address)
    },
    fundPayer: async (address) => {
      for (const { faucet } of chains.values()) await faucet.fundPayer(address)
    },
    close: async () => {
      await Promise.all(opened.map((chain) => chain.close()))
    },
  }
}
