import { sql } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { insertPackage } from '#/modules/credit/credit.queries.ts'
import { insertProduct, type NewProduct } from '#/modules/product/product.queries.ts'
import { rowsOf, type Db } from '#/platform/process/db.ts'
import { transfer, type Asset } from '#/platform/books/ledger.ts'
import type { TestApp } from './test-app.ts'
import { signUpMember } from './test-member.ts'
import { aWallet, chainOf, registerWallet, sendFrom } from './test-wallet.ts'

export const PACK_PRICE = 5_000_000n

/** Adds a product to a season, sold for XP unless the test passes something else. */
export function aProduct(
  { ctx }: Pick<TestApp, 'ctx'>,
  seasonId: number,
  change: Partial<NewProduct> = {},
): Promise<number> {
  const product: NewProduct = {
    seasonId,
    position: 1,
    name: { en: 'Three tickets', ko: '티켓 3장' },
    description: { en: 'For three spins.', ko: '스핀 세 번.' },
    imageUrl: null,
    payType: 'XP',
    price: 100n,
    chainId: null,
    contract: null,
    givesXp: 0,
    givesTickets: 3,
    stock: null,
    perMember: null,
    onSale: true,
    ...change,
  }
  return insertProduct(ctx.db, product, ctx.now())
}

/** Adds a product that gives 500 XP for five units of the stable token. */
export function anXpPack(
  server: TestApp,
  seasonId: number,
  change: Partial<NewProduct> = {},
): Promise<number> {
  return aProduct(server, seasonId, {
    name: { en: '500 XP', ko: '500 XP' },
    payType: 'TOKEN',
    price: PACK_PRICE,
    chainId: 31_337,
    contract: chainOf(server).network.token.address,
    givesXp: 500,
    givesTickets: 0,
    ...change,
  })
}

export function aCreditPackage(server: TestApp): Promise<number> {
  const { address: contract } = chainOf(server).network.token
  const made = { position: 1, credit: 100, price: 10_000_000n, chainId: 31_337, contract }
  return insertPackage(server.ctx.db, { ...made, onSale: true }, server.ctx.now())
}

let gifts = 0

/** Credits a member from the issuance account, as an operator's adjustment does. */
export async function give(
  { ctx }: Pick<TestApp, 'ctx'>,
  member: number,
  asset: Asset,
  amount: bigint,
  scope?: string,
): Promise<void> {
  gifts += 1
  await transfer(ctx.db, {
    kind: 'ADJUSTMENT',
    key: `gift:${gifts}`,
    at: ctx.now(),
    from: { system: 'ISSUANCE' },
    to: { member },
    asset,
    amount,
    ...(scope === undefined ? {} : { scope }),
  })
}

export type Payer = Awaited<ReturnType<typeof signUpMember>> & { wallet: PrivateKeyAccount }

/** Creates a member with a registered wallet that has coins and tokens on both chains. */
export async function aPayer(server: TestApp): Promise<Payer> {
  const member = await signUpMember(server)
  const wallet = aWallet()
  await registerWallet(member, wallet)
  for (const { faucet, control } of server.devnet?.chains.values() ?? []) {
    await faucet.send(wallet.address, { native: '10', token: '1000' })
    await control.mine(1)
  }
  return { ...member, wallet }
}

type PayOptions = { chainId?: number; token?: `0x${string}`; gas?: bigint }

/** Sends tokens without waiting; the transaction is included when the test mines a block. */
export function payTokens(
  server: TestApp,
  wallet: PrivateKeyAccount,
  to: string,
  amount: bigint,
  { chainId = 31_337, token, ...sent }: PayOptions = {},
): Promise<`0x${string}`> {
  const chain = chainOf(server, chainId)
  const args = [to as `0x${string}`, amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return sendFrom(wallet, chain, { to: token ?? chain.network.token.address, data, ...sent })
}

let foreignPayments = 0

/** Inserts a final transfer to the treasury from a wallet that no member registered. */
export async function aForeignPayment(db: Db, at: Date): Promise<number> {
  foreignPayments += 1
  const hash = `0x${foreignPayments.toString(16).padStart(64, '0')}`
  const since = sql`${at.toISOString()}::timestamptz`
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`insert into payments (chain_id, tx_hash, log_index, block_number, block_hash, payer, pay_to,
        amount, state, seen_at, settled_at, paid_at)
      values (31337, ${hash}, 0, 1, '0x1', ${`0x${'3'.repeat(40)}`}, ${`0x${'2'.repeat(40)}`}, 5,
        'FOREIGN', ${since}, ${since}, ${since}) returning id`,
  )
  return Number(row?.id)
}
