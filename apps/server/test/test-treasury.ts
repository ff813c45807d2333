import { sql } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi } from 'viem'
import { LOCAL_CAPS } from '@solstice/rules/payout'
import { savePriceByHand } from '#/modules/network/network.queries.ts'
import { saveCaps, type Caps } from '#/modules/payout/treasury.queries.ts'
import type { TestApp } from './test-app.ts'
import { aWallet, chainOf } from './test-wallet.ts'

/** Funds the treasury with test money on every chain and returns its address. */
export async function fundTreasury(server: TestApp): Promise<`0x${string}`> {
  const { treasury } = server.ctx
  if (!treasury || !server.devnet) throw new Error('The test has no treasury')
  await server.devnet.fundPayer(treasury.address)
  return treasury.address
}

/** Stops all payouts like an operator, or lets them continue. */
export async function setTreasuryStopped({ ctx }: TestApp, isStopped: boolean): Promise<void> {
  await ctx.db.execute(sql`insert into treasury_switch (one, stopped_at, stopped_for)
    values (true, ${isStopped ? 'now' : null}::timestamptz, ${isStopped ? 'a test' : null})
    on conflict (one) do update set stopped_at = excluded.stopped_at,
      stopped_for = excluded.stopped_for`)
}

/** Mines blocks and runs due jobs until everything that was started is final. */
export async function advanceChains(server: TestApp, rounds = 5): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const { control } of server.devnet?.chains.values() ?? []) await control.mine(1)
    server.clock.advance(2000)
    await server.worker.runDue()
  }
}

/** Returns all token transfers from one address to another on the chain. */
export async function transfersBetween(
  server: TestApp,
  from: string,
  to: string,
  chainId = 31_337,
): Promise<bigint[]> {
  const chain = chainOf(server, chainId)
  const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const filter = {
    address: chain.network.token.address,
    fromBlock: '0x0',
    toBlock: 'latest',
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      topic(from),
      topic(to),
    ],
  }
  const logs = (await chain.node.call('eth_getLogs', [filter])) as { data: string }[] // The response of eth_getLogs.
  return logs.map(({ data }) => BigInt(data))
}

/**
 * Sets the caps of the stable token in whole units: those of a new server, unless the test changes
 * them.
 */
export function setStableCaps({ ctx }: TestApp, change: Partial<Caps> = {}): Promise<void> {
  return saveCaps(ctx.db, 'USDS', { ...LOCAL_CAPS, ...change })
}

/**
 * Sets the coin price to zero, so that unmatched payments are returned in full;
 * `refund-return.test.ts` covers fees.
 */
export async function makeGasFree({ ctx }: TestApp): Promise<void> {
  for (const coin of ['ETH', 'tBNB']) await savePriceByHand(ctx.db, coin, '0', ctx.now())
}

/** Sends one unit of a token with the key of the treasury, at its next nonce. */
export async function sendWithTreasuryKey(server: TestApp, token: `0x${string}`): Promise<string> {
  const chain = chainOf(server)
  const { treasuryKey } = server
  const count = await chain.node.call('eth_getTransactionCount', [treasuryKey.address, 'pending'])
  const args = [aWallet().address, 1n] as const
  const raw = await treasuryKey.sign({
    chainId: 31_337,
    nonce: Number(count),
    gas: 100_000n,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    to: token,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
  })
  return (await chain.node.call('eth_sendRawTransaction', [raw])) as string // The method returns a hash.
}
