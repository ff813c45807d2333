import { type Hex, getContractAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { ETH_CHAIN } from '../support/wallet-steps.ts'

const GWEI = 10n ** 9n

export type Partner = {
  /** Controls the local chain. */
  order: (order: object) => Promise<void>
  send: (to: Hex | undefined, data: Hex) => Promise<void>
  deploy: (data: Hex) => Promise<Hex>
}

/** An account with coin on the local chain, whose transactions are mined at once. */
export async function openPartner(url: string): Promise<Partner> {
  const account = privateKeyToAccount(generatePrivateKey())
  let nonce = 0

  async function post(path: string, body: object): Promise<void> {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await reply.text()
    if (!reply.ok || text.includes('"error"')) throw new Error(`${path}: ${text}`)
  }

  const order = (body: object) => post(`/dev/chains/${ETH_CHAIN}`, body)
  async function send(to: Hex | undefined, data: Hex): Promise<void> {
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: ETH_CHAIN,
      nonce: nonce++,
      ...(to !== undefined && { to }),
      data,
      gas: 2_000_000n,
      maxFeePerGas: 10n * GWEI,
      maxPriorityFeePerGas: GWEI,
    })
    const method = 'eth_sendRawTransaction'
    await post(`/rpc/${ETH_CHAIN}`, { jsonrpc: '2.0', id: 1, method, params: [raw] })
    await order({ mine: 1 })
  }

  await order({ fund: account.address, native: '1' })
  await order({ mine: 1 })
  return {
    order,
    send,
    deploy: async (data) => {
      const address = getContractAddress({ from: account.address, nonce: BigInt(nonce) })
      await send(undefined, data)
      return address
    },
  }
}
