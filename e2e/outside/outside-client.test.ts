import {
  Contract,
  ContractFactory,
  JsonRpcProvider,
  Transaction,
  Wallet,
  verifyMessage,
  type BaseContract,
} from 'ethers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GUEST_BOOK } from '@solstice/contracts/partner-contracts'
import { DAY_MS } from '@solstice/rules/duration'
import { transferCall } from '@solstice/rules/transfer'
import { amountText } from '@solstice/rules/amount'
import { encodeAction } from '@solstice/rules/signing/contract-action'
import { logInAgain, signUpMember } from '../../apps/server/test/test-member.ts'
import { anXpPack, PACK_PRICE } from '../../apps/server/test/test-shop.ts'
import { advanceChains } from '../../apps/server/test/test-treasury.ts'
import { chainOf, registerWallet } from '../../apps/server/test/test-wallet.ts'
import { openTokenShop, type TokenShop } from '../../apps/server/test/token-shop.ts'
import { readWholeActivity } from '../../apps/web/src/features/wallet/activity/whole-activity.ts'
import { sumOf, textOf } from './history-row.ts'
import { memoryDatabase } from './memory-database.ts'
import { ERC20, rowsOfEthers, textsOf } from './ethers-rows.ts'
import { offerRelays, sendRelayed } from './relayed-send.ts'
import { signDataOfSite, signInToSite } from './site-signatures.ts'
import { asHex, vaultWallet, type VaultWallet } from './vault-wallet.ts'

const CHAINS = [31_337, 31_338] as const
type ChainId = (typeof CHAINS)[number]
const GWEI = 1_000_000_000n

let shop: TokenShop
const providers = new Map<ChainId, JsonRpcProvider>()

beforeAll(async () => {
  vi.stubGlobal('indexedDB', memoryDatabase())
  shop = await openTokenShop()
  const origin = await shop.server.app.listen({ port: 0, host: '127.0.0.1' })
  for (const chainId of CHAINS) {
    const url = `${origin}/rpc/${chainId}`
    const options = { staticNetwork: true, batchMaxCount: 1, cacheTimeout: -1 }
    providers.set(chainId, new JsonRpcProvider(url, chainId, options))
  }
})
afterAll(async () => {
  for (const provider of providers.values()) provider.destroy()
  await shop.server.close()
  vi.unstubAllGlobals()
})

function ethersOn(chainId: ChainId): JsonRpcProvider {
  const provider = providers.get(chainId)
  if (!provider) throw new Error(`No provider for ${chainId}`)
  return provider
}

const tokenOn = (chainId: ChainId) => chainOf(shop.server, chainId).network.token.address
const mine = (chainId: ChainId) => chainOf(shop.server, chainId).control.mine(1)

type Member = Awaited<ReturnType<typeof signUpMember>> & { wallet: VaultWallet }

async function aMember(userId: string): Promise<Member> {
  const member = await signUpMember(shop.server)
  const wallet = await vaultWallet(userId)
  await registerWallet(member, wallet)
  return { ...member, wallet }
}

type Sending = {
  to: string
  amount: bigint
  /** Undefined sends the coin. */
  token?: `0x${string}` | undefined
  nonce?: number
  gwei?: bigint
  /** The call of a contract. */
  data?: `0x${string}`
}

/** Signs in the vault, sends it to the node and reports it, as the app does. */
async function send(
  { call, wallet }: Member,
  chainId: ChainId,
  { to, amount, token, data, gwei = 4n, ...chosen }: Sending,
): Promise<{ hash: string; nonce: number }> {
  const { node, network } = chainOf(shop.server, chainId)
  const count = await node.call('eth_getTransactionCount', [wallet.address, 'pending'])
  const nonce = chosen.nonce ?? Number(count)
  const { raw, hash } = await wallet.sign({
    chainId,
    nonce,
    ...transferCall({ payee: asHex(to), contract: token ?? null, amount }),
    ...(data && { data }),
    gas: token || data ? 150_000n : 21_000n,
    maxFeePerGas: gwei * GWEI,
    maxPriorityFeePerGas: GWEI * (gwei / 4n),
  })
  expect(await node.call('eth_sendRawTransaction', [raw])).toBe(hash)
  const value = amountText(amount, token ? network.token.decimals : 18)
  const symbol = token ? network.token.symbol : network.symbol
  const contractAddress = token ?? null
  const body = { txHash: asHex(hash), chainId, from: wallet.address, to, value, symbol }
  const reported = await call('wallet.addTransaction', { body: { ...body, contractAddress } })
  expect(reported.success).toBe(true)
  return { hash, nonce }
}

const LINE = 'Clear skies, 맑음'

/** Signs the guest book of a partner as a mission asks for it. */
function signBook(member: Member, chainId: ChainId, book: string) {
  const action = {
    function: 'sign(string text)',
    arguments: [{ kind: 'TEXT' as const, label: 'Your line', maxLength: 100 }],
  }
  const data = encodeAction(action, member.wallet.address, { 0: LINE })
  return send(member, chainId, { to: book, amount: 0n, data })
}

/** Lets a day pass; the chains and the jobs of the server see its end. */
async function nextDay(members: readonly Member[]): Promise<void> {
  await advanceChains(shop.server, 2)
  shop.server.clock.advance(DAY_MS)
  // A session needs a new access token after a day.
  for (const member of members) await logInAgain(member)
}

test('a client that we did not write agrees with every balance, nonce, signature and history row after a week', async () => {
  const { server, treasury, seasonId, packId } = shop
  const [ada, ben] = [await aMember('1'), await aMember('2')]
  const members = [ada, ben]
  const outsider = Wallet.createRandom()
  const replaced = new Set<string>()
  const packs = new Map<ChainId, number>([
    [31_337, packId],
    [31_338, await anXpPack(server, seasonId, { chainId: 31_338, contract: tokenOn(31_338) })],
  ])

  // Monday: the outside client receives from the faucet, and pays both members.
  for (const chainId of CHAINS) {
    await chainOf(server, chainId).faucet.send(asHex(outsider.address), {
      native: '50',
      token: '5000',
    })
    await mine(chainId)
    const signer = outsider.connect(ethersOn(chainId))
    const token = new Contract(tokenOn(chainId), ERC20, signer)
    let nonce = 0
    for (const { wallet } of members) {
      const coin = { to: wallet.address, value: 3n * 10n ** 18n + 7n }
      await signer.sendTransaction({ ...coin, nonce })
      await token.getFunction('transfer').send(wallet.address, 250_000_001n, { nonce: nonce + 1 })
      nonce += 2
    }
    await mine(chainId)
  }
  await nextDay(members)

  // Tuesday: coins and tokens to the outside client. Wednesday: between the members.
  for (const chainId of CHAINS) {
    await send(ada, chainId, { to: outsider.address, amount: 123_456_789n })
    await send(ada, chainId, { to: outsider.address, amount: 5_000_001n, token: tokenOn(chainId) })
  }
  await nextDay(members)
  for (const chainId of CHAINS) {
    await send(ada, chainId, { to: ben.wallet.address, amount: 10n ** 17n })
    await send(ben, chainId, { to: ada.wallet.address, amount: 42n, token: tokenOn(chainId) })
    await send(ben, chainId, { to: ben.wallet.address, amount: 11n })
  }
  await nextDay(members)

  // Both call the contract of a partner, which the outside client deployed, and sign for a site.
  const books = new Map<ChainId, BaseContract>()
  for (const chainId of CHAINS) {
    const { abi, bytecode } = GUEST_BOOK
    const factory = new ContractFactory(
      JSON.stringify(abi),
      bytecode,
      outsider.connect(ethersOn(chainId)),
    )
    const book = await factory.deploy()
    await mine(chainId)
    books.set(chainId, book)
    for (const member of members) {
      await signBook(member, chainId, await book.getAddress())
      await mine(chainId)
      await signInToSite(member.wallet, chainId, server.ctx.now())
      await signDataOfSite(member.wallet, chainId)
    }
  }
  await nextDay(members)

  // Thursday: Ada speeds up a transfer. Friday: Ben cancels one.
  for (const chainId of CHAINS) {
    const payment = { to: outsider.address, amount: 777n, token: tokenOn(chainId) }
    const slow = await send(ada, chainId, { ...payment, gwei: 4n })
    const fast = await send(ada, chainId, { ...payment, gwei: 8n, nonce: slow.nonce })
    replaced.add(slow.hash)
    expect(fast.hash).not.toBe(slow.hash)
  }
  await nextDay(members)
  for (const chainId of CHAINS) {
    const mistake = await send(ben, chainId, { to: outsider.address, amount: 10n ** 18n })
    const nothing = { to: ben.wallet.address, amount: 0n, gwei: 8n, nonce: mistake.nonce }
    await send(ben, chainId, nothing)
    replaced.add(mistake.hash)
  }
  await nextDay(members)

  // Saturday: a transfer of more tokens than Ben has fails on chain, and costs its fee.
  const failed: string[] = []
  for (const chainId of CHAINS) {
    const tooMuch = { to: ada.wallet.address, amount: 10n ** 30n, token: tokenOn(chainId) }
    failed.push((await send(ben, chainId, tooMuch)).hash)
  }
  await nextDay(members)

  // Sunday: Ada pays an order on each chain, and the server credits it.
  for (const [chainId, productId] of packs) {
    const params = { seasonId, productId }
    const { data: order } = await ada.call('product.buy', { params, body: {} })
    await send(ada, chainId, { to: treasury, amount: PACK_PRICE, token: tokenOn(chainId) })
    await advanceChains(server)
    const shown = await ada.call('history.show', {
      params: { seasonId, historyId: order?.historyId ?? 0 },
    })
    expect(shown.data?.status).toBe('COMPLETED')
  }
  await nextDay(members)

  // The treasury pays the fee of a send of each member, which costs the member neither coin nor nonce.
  await offerRelays(server, CHAINS)
  for (const chainId of CHAINS) {
    const provider = ethersOn(chainId)
    for (const member of members) {
      const { address } = member.wallet
      const before = [
        await provider.getBalance(address),
        await provider.getTransactionCount(address),
      ]
      const relayed = { chainId, token: tokenOn(chainId), recipient: outsider.address, amount: 9n }
      const hash = await sendRelayed(server, member, relayed)
      const { from, status } = (await provider.getTransactionReceipt(hash)) ?? {}
      expect([from, status]).toEqual([treasury, 1])
      expect([
        await provider.getBalance(address),
        await provider.getTransactionCount(address),
      ]).toEqual(before)
    }
  }

  for (const book of books.values()) {
    const signers = (await book.queryFilter('Signed')).map(
      (event) => 'args' in event && textsOf(event.args),
    )
    expect(signers).toEqual(members.map(({ wallet }, at) => [String(at + 1), wallet.address, LINE]))
  }
  for (const { wallet } of members) {
    // The statement of ownership, and a sign-in on each chain.
    expect(wallet.messages).toHaveLength(1 + CHAINS.length)
    for (const { message, signature } of wallet.messages) {
      expect(verifyMessage(message, signature)).toBe(wallet.address)
    }
    expect(wallet.signed.length).toBeGreaterThanOrEqual(12)
    for (const { raw, hash, asked } of wallet.signed) {
      const read = Transaction.from(raw)
      expect([read.from, read.hash]).toEqual([wallet.address, hash])
      expect(fieldsOf(read)).toEqual({ ...asked, to: asked.to.toLowerCase() })
    }
  }
  for (const member of members) {
    await expectSameStates(member, { replaced, failed })
    for (const chainId of CHAINS) await expectSameAccount(member, chainId)
  }
})

/** Returns what ethers read from the signed bytes, in the form in which the vault was asked. */
const fieldsOf = (read: Transaction) => ({
  chainId: Number(read.chainId),
  nonce: read.nonce,
  to: read.to?.toLowerCase(),
  value: read.value,
  data: read.data,
  gas: read.gasLimit,
  maxFeePerGas: read.maxFeePerGas,
  maxPriorityFeePerGas: read.maxPriorityFeePerGas,
})

type Outcomes = { replaced: ReadonlySet<string>; failed: readonly string[] }

/** Compares the states that the product lists with the receipts that ethers reads. */
async function expectSameStates(
  { call, wallet }: Member,
  { replaced, failed }: Outcomes,
): Promise<void> {
  const { data } = await call('wallet.transactions', { query: { size: 100 } })
  const list = data?.list ?? []
  expect(list).toHaveLength(wallet.signed.length)
  for (const { txHash, chainId, status } of list) {
    const receipt = await ethersOn(chainIdOf(chainId)).getTransactionReceipt(txHash)
    const outcome = replaced.has(txHash) ? undefined : failed.includes(txHash) ? 0 : 1
    expect([txHash, receipt?.status]).toEqual([txHash, outcome])
    expect([txHash, status]).toEqual([txHash, outcome === 1 ? 'SUCCESS' : 'FAILED'])
  }
}

function chainIdOf(chainId: number): ChainId {
  const found = CHAINS.find((each) => each === chainId)
  if (!found) throw new Error(`Unknown chain ${chainId}`)
  return found
}

async function expectSameAccount(member: Member, chainId: ChainId): Promise<void> {
  const { address } = member.wallet
  const provider = ethersOn(chainId)
  const rows = await rowsOfEthers(provider, tokenOn(chainId), address)
  const product = await rowsOfProduct(member, chainId)
  const token = new Contract(tokenOn(chainId), ERC20, provider)
  const [coins, tokens, nonce] = await Promise.all([
    provider.getBalance(address),
    token
      .getFunction('balanceOf')
      .staticCall(address)
      .then((balance) => BigInt(String(balance))),
    provider.getTransactionCount(address),
  ])

  expect(product.rows).toEqual(rows.map(textOf).toSorted())
  expect(rows.length).toBeGreaterThanOrEqual(11)
  expect([product.coins, product.tokens, product.nonce]).toEqual([coins, tokens, nonce])
  // The history explains the balances to the last unit.
  expect([sumOf(rows, null), sumOf(rows, tokenOn(chainId).toLowerCase())]).toEqual([coins, tokens])
}

/** Reads what the app shows: the history, the balances and the nonce after the newest row. */
async function rowsOfProduct({ call, wallet }: Member, chainId: ChainId) {
  const { address } = wallet
  const listed = await call('network.list', {})
  const { data: contracts } = await call('network.allContracts', { query: {} })
  const networks = (listed.data?.list ?? [])
    .filter((network) => network.chainId === chainId)
    .map(({ networkId, networkName: name, networkSymbol: symbol, rpcUrl, confirmations }) => ({
      chainId,
      networkId,
      name,
      symbol,
      rpcUrl,
      confirmations,
      explorerUrl: '',
      decimals: 18,
      colour: '',
      isIndexed: true,
    }))
  const ask = async (query: object) => {
    const of = { module: 'account' as const, chainid: chainId, address }
    const { data } = await call('explorer.query', { query: { ...of, action: 'balance', ...query } })
    return data?.result ?? ''
  }
  const askAmount = async (query: object) => {
    const found = await ask(query)
    return typeof found === 'string' ? BigInt(found) : 0n
  }
  let nonce = 0
  const { rows } = await readWholeActivity({
    address,
    networks,
    assets: contracts?.list ?? [],
    signal: new AbortController().signal,
    onProgress: () => undefined,
    readRows: async (_network, action, page) => {
      const found = await ask({ action, page, offset: 100, sort: 'desc' })
      if (!Array.isArray(found)) return []
      const own = found.filter(({ from }) => from?.toLowerCase() === address.toLowerCase())
      nonce = Math.max(nonce, ...own.map((row) => Number(row['nonce'] ?? -1) + 1))
      return found
    },
  })
  const shown = rows.map((row) => {
    if (row.status === 'pending') throw new Error(`${row.hash} is pending`)
    return textOf({ ...row, status: row.status })
  })
  return {
    rows: shown.toSorted(),
    coins: await askAmount({}),
    tokens: await askAmount({ action: 'tokenbalance', contractaddress: tokenOn(chainId) }),
    nonce,
  }
}
