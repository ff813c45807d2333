import { sql } from 'drizzle-orm'
import { parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deployDistributor,
  deployLogAnchor,
  postCheckpoint,
  postRoot,
} from '@solstice/contracts/calls'
import { createAddress } from '@solstice/contracts/create-address'
import { distributionTree, type Share } from '@solstice/contracts/distribution-tree'
import { DAY_MS } from '@solstice/rules/duration'
import { transferCall } from '@solstice/rules/transfer'
import { localTreasuryKey } from '#/adapters/local-treasury-key.ts'
import { distributionLeaves, distributionRoots } from '#/modules/distribution/distribution.table.ts'
import { payouts } from '#/modules/payout/payout.table.ts'
import type { TreasurySigner } from '#/platform/process/context.ts'
import { insertClaims, insertRoot } from '#test/distribution-rows.ts'
import { FEES, KEY, LIMITS, startSignerApp, TOKEN, type SignerApp } from '#test/signer-app.ts'
import { aWallet } from '#test/test-wallet.ts'
import type { RootFacts } from './root-check.service.ts'
import { treasurySigner, type ChainLimits, type Journal } from './signer.service.ts'

const NO_ADDRESS = `0x${'0'.repeat(40)}`
const CHAIN = 31_337
const token = TOKEN.toLowerCase()
const DISTRIBUTOR_LIMITS = { perFunding: 200n, fundingPerDay: 250n }
const CALL_LIMITS: ChainLimits[] = LIMITS.map((chain) => ({
  ...chain,
  maxCallGas: 3_000_000n,
  tokens: chain.tokens.map((each) => ({ ...each, distributor: DISTRIBUTOR_LIMITS })),
}))

let app: SignerApp
let db: SignerApp['server']['ctx']['db']
let journal: Journal
let signer: TreasurySigner
beforeAll(async () => {
  app = await startSignerApp()
  ;({ db } = app.server.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  await restart()
})
afterEach(() => journal.close())

async function restart(limits = CALL_LIMITS): Promise<void> {
  await journal?.close().catch(() => {})
  ;({ journal, signer } = await app.start(limits))
}

const sign = (payoutId: number, attempt = 1) => signer.sign({ payoutId, attempt })
const signed = async (payoutId: number) => {
  const answer = await sign(payoutId)
  if (answer.kind === 'refused') throw new Error(`The signer refused: ${answer.why}`)
  return parseTransaction(answer.raw)
}
const nothing = { amount: 0, contract: null }
const rewrite = (id: number, change: ReturnType<typeof sql>) =>
  db.execute(sql`update payouts set ${change} where id = ${id}`)

/** Signs the deployment of a contract, and returns its address. */
async function deployed(creates: 'LOG_ANCHOR' | 'DISTRIBUTOR'): Promise<string> {
  const contract = creates === 'DISTRIBUTOR' ? TOKEN : null
  const id = await app.aPayout({
    purpose: 'DEPLOY',
    address: NO_ADDRESS,
    amount: 0,
    contract,
    creates,
  })
  const { nonce = 0 } = await signed(id)
  return createAddress(KEY.address, nonce)
}
const aFunding = (address: string, amount: number) =>
  app.aPayout({ purpose: 'FUND', address, amount })
const aRootCall = (address: string, subject: number) =>
  app.aPayout({ ...nothing, purpose: 'ROOT', address, subject })
const anAnchor = (address: string, subject: number) =>
  app.aPayout({ ...nothing, purpose: 'ANCHOR', address, subject })

const someone: Share = { account: aWallet().address, cumulative: 60n }
const another: Share = { account: aWallet().address, cumulative: 40n }
const first = [someone, another]
const second = [{ ...someone, cumulative: 90n }, another]

const refusal = (why: string) => ({ kind: 'refused', why })

describe('a deployment', () => {
  test('has the bytecode of our contracts and no recipient, whatever the row says', async () => {
    const id = await app.aPayout({
      purpose: 'DEPLOY',
      address: aWallet().address,
      amount: 0,
      contract: TOKEN,
      creates: 'DISTRIBUTOR',
    })
    const distributor = await signed(id)
    expect(distributor).toMatchObject({ data: deployDistributor(TOKEN) })
    expect([distributor.to, distributor.value]).toEqual([undefined, undefined])
    const anchor = await app.aPayout({ ...nothing, purpose: 'DEPLOY', creates: 'LOG_ANCHOR' })
    expect(await signed(anchor)).toMatchObject({ data: deployLogAnchor() })
  })

  test('is refused without limits for calls or for a distributor of this token', async () => {
    const deploy = { purpose: 'DEPLOY', address: NO_ADDRESS, amount: 0 }
    const foreign = await app.aPayout({
      ...deploy,
      contract: aWallet().address,
      creates: 'DISTRIBUTOR',
    })
    expect(await sign(foreign)).toMatchObject(refusal('NO_LIMIT'))
    await restart(LIMITS)
    const distributor = await app.aPayout({ ...deploy, contract: TOKEN, creates: 'DISTRIBUTOR' })
    const anchor = await app.aPayout({ ...deploy, contract: null, creates: 'LOG_ANCHOR' })
    expect(await sign(distributor)).toMatchObject(refusal('NO_LIMIT'))
    expect(await sign(anchor)).toMatchObject(refusal('NO_LIMIT'))
  })
})

describe('funding', () => {
  test('goes to a distributor of this token that the journal knows, and nowhere else', async () => {
    const distributor = await deployed('DISTRIBUTOR')
    const anchor = await deployed('LOG_ANCHOR')
    const id = await aFunding(distributor, 100)
    const payee = distributor as `0x${string}`
    const { data } = transferCall({ payee, contract: TOKEN, amount: 100n })
    expect(await signed(id)).toMatchObject({ to: token, data })
    for (const address of [aWallet().address, anchor, KEY.address]) {
      expect(await sign(await aFunding(address, 1))).toEqual(refusal('OTHER_CONTRACT'))
    }
    const coin = await app.aPayout({
      purpose: 'FUND',
      address: distributor,
      amount: 1,
      contract: null,
    })
    expect(await sign(coin)).toEqual(refusal('OTHER_CONTRACT'))
    await rewrite(id, sql`amount = 101`)
    expect(await sign(id)).toEqual(refusal('CHANGED'))
  })

  test('stays within its own limits and those of the day, also after a restart', async () => {
    const distributor = await deployed('DISTRIBUTOR')
    expect(await sign(await aFunding(distributor, 201))).toMatchObject(refusal('PAYOUT_LIMIT'))
    expect(await sign(await aFunding(distributor, 200))).toMatchObject({ kind: 'signed' })
    await restart()
    expect(await sign(await aFunding(distributor, 51))).toMatchObject(refusal('DAY_LIMIT'))
    expect(await sign(await aFunding(distributor, 50))).toMatchObject({ kind: 'signed' })
    expect(await sign(await app.aPayout({ amount: 51 }))).toMatchObject(refusal('DAY_LIMIT'))
    app.server.clock.advance(DAY_MS)
    expect(await sign(await aFunding(distributor, 200))).toMatchObject({ kind: 'signed' })
  })

  test('of a deployment whose nonce was cancelled is refused', async () => {
    const distributor = await deployed('DISTRIBUTOR')
    const [deployment] = await db.select().from(payouts)
    const nonce = deployment?.nonce ?? -1
    await db.execute(sql`update payouts set nonce = nonce + 5000`)
    const cancel = { ...nothing, purpose: 'CANCEL', address: KEY.address, nonce }
    expect(await sign(await app.aPayout(cancel))).toMatchObject({ kind: 'signed' })
    expect(await sign(await aFunding(distributor, 1))).toEqual(refusal('OTHER_CONTRACT'))
  })
})

describe('a root', () => {
  let distributor: { chainId: number; contract: string; token: string }
  beforeEach(async () => {
    distributor = { chainId: CHAIN, contract: await deployed('DISTRIBUTOR'), token }
    await signed(await aFunding(distributor.contract, 100))
  })
  const aRoot = async (number: number, shares: readonly Share[]) =>
    aRootCall(distributor.contract, await insertRoot(db, distributor, number, shares))

  test('is signed as computed from the shares, and a later one after it', async () => {
    const id = await aRoot(1, first)
    const { root } = distributionTree(first)
    expect(await signed(id)).toMatchObject({
      to: distributor.contract,
      data: postRoot(1, Buffer.from(root.slice(2), 'hex')),
    })
    expect(await sign(id)).toMatchObject({ kind: 'signed' })
    await restart()
    await signed(await aFunding(distributor.contract, 30))
    expect(await sign(await aRoot(2, second))).toMatchObject({ kind: 'signed' })
  })

  test('is refused if its total is more than was funded, until it is', async () => {
    await signed(await aRoot(1, first))
    const id = await aRoot(2, second)
    expect(await sign(id)).toEqual(refusal('WRONG_ROOT'))
    await signed(await aFunding(distributor.contract, 29))
    expect(await sign(id)).toEqual(refusal('WRONG_ROOT'))
    await signed(await aFunding(distributor.contract, 1))
    expect(await sign(id)).toMatchObject({ kind: 'signed' })
  })

  test('is refused while a transfer that funds it has failed on chain', async () => {
    await signed(await aRoot(1, first))
    const id = await aRoot(2, second)
    const funding = await aFunding(distributor.contract, 30)
    await signed(funding)
    await rewrite(funding, sql`state = 'FAILED'`)
    expect(await sign(id)).toEqual(refusal('WRONG_ROOT'))
    expect(await signer.admit({ payoutId: id, ...FEES })).toEqual(refusal('WRONG_ROOT'))
    await signed(await aFunding(distributor.contract, 30))
    expect(await sign(id)).toMatchObject({ kind: 'signed' })
  })

  test.each([
    ['another root', sql`update distribution_roots set root = decode(repeat('ab', 32), 'hex')`],
    ['another total', sql`update distribution_roots set total = total - 1`],
    ['another number', sql`update distribution_roots set number = 2`],
    ['another contract', sql`update distribution_roots set contract = '0x' || repeat('ab', 20)`],
    ['another chain', sql`update distribution_roots set chain_id = 31338`],
    ['another amount', sql`update distribution_leaves set cumulative = cumulative + 1`],
    ['one share less', sql`delete from distribution_leaves where cumulative = 40`],
    [
      'one share more',
      sql`insert into distribution_leaves (chain_id, contract, address, token, member_id, cumulative, root_number)
        select chain_id, contract, '0x' || repeat('cd', 20), token, 1, 1, 1 from distribution_leaves limit 1`,
    ],
  ])('is refused with %s in the rows', async (_label, change) => {
    const id = await aRoot(1, first)
    await db.execute(change)
    expect(await sign(id)).toMatchObject({ kind: 'refused' })
    expect(await signer.admit({ payoutId: id, ...FEES })).toMatchObject({ kind: 'refused' })
  })

  test('never takes from one account what it gave before, even within what was funded', async () => {
    await signed(await aRoot(1, first))
    const thief = { account: aWallet().address, cumulative: 60n }
    await db.delete(distributionLeaves)
    const taken = await aRoot(2, [thief, another])
    expect(await sign(taken)).toEqual(refusal('WRONG_ROOT'))
    // The rows may also claim that the shares before were others.
    await db.execute(sql`update distribution_leaves set root_number = 1`)
    expect(await sign(taken)).toEqual(refusal('WRONG_ROOT'))
    await db.execute(sql`alter table distribution_leaves drop constraint distribution_leaves_grow`)
    await db.delete(distributionLeaves)
    await insertRoot(db, distributor, 3, first)
    await db.execute(sql`update distribution_leaves set root_number = 2, before = cumulative`)
    await db.execute(sql`update distribution_leaves set cumulative = 1 where before = 60`)
    const lowered = [{ ...someone, cumulative: 1n }, another]
    const root = Buffer.from(distributionTree(lowered).root.slice(2), 'hex')
    await db.update(distributionRoots).set({ root, total: 41n })
    await db.execute(sql`delete from distribution_roots where number <> 2`)
    expect(await sign(taken)).toEqual(refusal('WRONG_ROOT'))
    await db.delete(distributionLeaves)
    await db.execute(sql`alter table distribution_leaves add constraint distribution_leaves_grow
      check (before >= 0 and cumulative > before)`)
  })

  test('is signed for one number once: not another root, and not an earlier number', async () => {
    await signed(await aRoot(1, first))
    await db.delete(distributionRoots)
    const other = [{ ...someone, cumulative: 50n }, another]
    await db.delete(distributionLeaves)
    expect(await sign(await aRoot(1, other))).toEqual(refusal('WRONG_ROOT'))
    await db.delete(distributionRoots)
    await db.delete(distributionLeaves)
    expect(await sign(await aRoot(1, first))).toMatchObject({ kind: 'signed' })
    await db.delete(distributionRoots)
    expect(await sign(await aRoot(3, first))).toEqual(refusal('WRONG_ROOT'))
  })

  test('is not computed again once it was admitted', async () => {
    const id = await aRoot(1, first)
    expect(await signer.admit({ payoutId: id, ...FEES })).toEqual({ kind: 'admitted' })
    await restart()
    await db.delete(distributionLeaves)
    expect(await sign(id)).toMatchObject({ kind: 'signed' })
  })

  test('of many shares is computed while other payouts are signed, and admitted afterwards', async () => {
    const computed = Promise.withResolvers<RootFacts>()
    let count = 0
    const slow = treasurySigner({
      ...app.server.ctx,
      key: KEY,
      limits: CALL_LIMITS,
      journal,
      computeRoots: () => {
        count += 1
        return computed.promise
      },
    })
    const payoutId = await aRoot(1, first)
    const admit = () => slow.admit({ payoutId, ...FEES })
    expect(await admit()).toMatchObject(refusal('CHECKING'))
    const other = await app.aPayout({ amount: 1 })
    expect(await slow.sign({ payoutId: other, attempt: 1 })).toMatchObject({ kind: 'signed' })
    computed.resolve({ root: distributionTree(first).root, previous: null, total: 100n })
    expect(await admit()).toEqual({ kind: 'admitted' })
    expect(await slow.sign({ payoutId, attempt: 1 })).toMatchObject({ kind: 'signed' })
    expect(count).toBe(1)
  })

  test('and claims of a contract that the journal does not know are refused', async () => {
    const foreign = { ...distributor, contract: aWallet().address.toLowerCase() }
    const id = await aRootCall(foreign.contract, await insertRoot(db, foreign, 1, first))
    expect(await sign(id)).toEqual(refusal('OTHER_CONTRACT'))
    const claims = await app.aPayout({ ...nothing, purpose: 'CLAIM', address: foreign.contract })
    await insertClaims(db, foreign, claims, { shares: first, claimed: first })
    expect(await sign(claims)).toEqual(refusal('OTHER_CONTRACT'))
  })

  test('may be claimed after a change of the key, but the old contract gets nothing else', async () => {
    const key = localTreasuryKey(`0x${'6f'.repeat(32)}`)
    const rotated = treasurySigner({ ...app.server.ctx, key, limits: CALL_LIMITS, journal })
    const { contract: address } = distributor
    const of = { address, account: key.address }
    const claims = await app.aPayout({ ...nothing, ...of, purpose: 'CLAIM' })
    await insertClaims(db, distributor, claims, { shares: first, claimed: first })
    const funding = await app.aPayout({ ...of, purpose: 'FUND', amount: 1 })
    const signedBy = (payoutId: number) => rotated.sign({ payoutId, attempt: 1 })
    expect(await signedBy(claims)).toMatchObject({ kind: 'signed' })
    expect(await signedBy(funding)).toEqual(refusal('OTHER_CONTRACT'))
  })

  test('may be claimed for many, and the signed claims never change', async () => {
    const { contract } = distributor
    const claims = await app.aPayout({ ...nothing, purpose: 'CLAIM', address: contract })
    expect(await sign(claims)).toEqual(refusal('INVALID'))
    await insertClaims(db, distributor, claims, { shares: first, claimed: first })
    expect(await signed(claims)).toMatchObject({ to: contract })
    await db.execute(sql`update distribution_claims set cumulative = cumulative + 1`)
    expect(await sign(claims)).toEqual(refusal('CHANGED'))
  })
})

describe('an anchor', () => {
  const insertCheckpoint = (size: number, digit: string) =>
    db.execute(sql`insert into points_log_checkpoints (size, up_to, root, note, created_at)
      values (${size}, ${size}, decode(${digit.repeat(64)}, 'hex'), '', now())
      on conflict do nothing`)
  beforeAll(async () => {
    await insertCheckpoint(5, 'a')
    await insertCheckpoint(9, 'b')
  })

  test('has size and root of its checkpoint, and never a smaller one than before', async () => {
    const contract = await deployed('LOG_ANCHOR')
    expect(await sign(await anAnchor(contract, 7))).toEqual(refusal('INVALID'))
    expect(await signed(await anAnchor(contract, 9))).toMatchObject({
      to: contract,
      data: postCheckpoint(9, Buffer.alloc(32, 0xbb)),
    })
    await restart()
    expect(await sign(await anAnchor(contract, 5))).toEqual(refusal('WRONG_ROOT'))
    expect(await sign(await anAnchor(contract, 9))).toMatchObject({ kind: 'signed' })
    const distributor = await deployed('DISTRIBUTOR')
    expect(await sign(await anAnchor(distributor, 9))).toEqual(refusal('OTHER_CONTRACT'))
  })

  test('pays nothing, whatever amount the row has', async () => {
    const contract = await deployed('LOG_ANCHOR')
    const id = await anAnchor(contract, 9)
    await db.execute(sql`alter table payouts drop constraint payouts_amount`)
    await rewrite(id, sql`amount = 1`)
    expect(await sign(id)).toEqual(refusal('INVALID'))
    await rewrite(id, sql`amount = 0`)
    await db.execute(sql`alter table payouts add constraint payouts_amount check (amount >= 0
      and (amount = 0) = (purpose in ('CANCEL', 'DEPLOY', 'ROOT', 'CLAIM', 'ANCHOR')))`)
  })
})
