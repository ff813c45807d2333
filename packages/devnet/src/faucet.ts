import { PAYER_FUNDS, FAUCET_ADDRESS, WALLET_FUNDS, FAUCET_SEED } from './genesis.ts'
import type { LocalChain } from './chain.ts'

const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const PRIORITY_FEE_WEI = 1_000_000_000n
const MAX_FEE_WEI = 10_000_000_000n
const NATIVE_GAS = 21_000n
const TOKEN_GAS = 100_000n

export type FaucetFunds = { native: string; token: string }

export type Faucet = {
  /** Sends an address its test funds once. */
  welcome: (address: `0x${string}`) => Promise<void>
  /**
   * Sends an account that pays others enough test funds for a long time, once. They are in a block
   * when this returns.
   */
  fundPayer: (address: `0x${string}`) => Promise<void>
  /** Sends test funds on every call. */
  send: (address: `0x${string}`, funds: Partial<FaucetFunds>) => Promise<`0x${string}`[]>
}

export function openFaucet(chain: LocalChain): Faucet {
  const { chainId, token } = chain.network
  /** Serialises transfers, because concurrent ones would use the same nonce. */
  let sending: Promise<unknown> = Promise.resolve()
  const funded = new Set<string>()

  async function sendNow(to: `0x${string}`, funds: Partial<FaucetFunds>): Promise<`0x${string}`[]> {
    // Loaded on the first transfer to keep the start fast.
    const { encodeFunctionData, keccak256, parseUnits, toBytes, erc20Abi } = await import('viem')
    const { privateKeyToAccount } = await import('viem/accounts')
    const account = privateKeyToAccount(keccak256(toBytes(FAUCET_SEED)))
    const parts = [
      funds.native && { to, value: parseUnits(funds.native, 18), gas: NATIVE_GAS },
      funds.token && {
        to: token.address,
        gas: TOKEN_GAS,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [to, parseUnits(funds.token, token.decimals)],
        }),
      },
    ]
    const hashes: `0x${string}`[] = []
    for (const part of parts.filter((each) => typeof each === 'object')) {
      const count = await chain.call('eth_getTransactionCount', [FAUCET_ADDRESS, 'pending'])
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce: Number(count),
        maxFeePerGas: MAX_FEE_WEI,
        maxPriorityFeePerGas: PRIORITY_FEE_WEI,
        ...part,
      })
      hashes.push((await chain.call('eth_sendRawTransaction', [raw])) as `0x${string}`)
    }
    return hashes
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = sending.then(work)
    sending = result.catch(() => {})
    return result
  }

  /** Checks the chain's own logs for an earlier transfer from the faucet. */
  async function wasFunded(address: string): Promise<boolean> {
    const topics = [TRANSFER_TOPIC, topicOf(FAUCET_ADDRESS), topicOf(address)]
    const filter = { address: token.address, fromBlock: '0x0', toBlock: 'latest', topics }
    const logs = (await chain.call('eth_getLogs', [filter])) as unknown[]
    return logs.length > 0
  }

  /** Returns whether it sent the funds now. */
  const fundOnce = (address: `0x${string}`, funds: FaucetFunds | undefined): Promise<boolean> =>
    inTurn(async () => {
      const key = address.toLowerCase()
      if (!funds || funded.has(key) || (await wasFunded(address))) return false
      await sendNow(address, funds)
      funded.add(key)
      return true
    })

  return {
    welcome: async (address) => {
      await fundOnce(address, WALLET_FUNDS[chainId])
    },
    fundPayer: async (address) => {
      if (await fundOnce(address, PAYER_FUNDS)) await chain.mine(1)
    },
    send: (address, funds) => inTurn(() => sendNow(address, funds)),
  }
}

function topicOf(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}
