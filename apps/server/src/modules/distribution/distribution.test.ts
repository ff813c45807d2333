import { sql } from 'drizzle-orm'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { REWARD_DISTRIBUTOR } from '@solstice/contracts/contracts'
import { distributionTree, type Share } from '@solstice/contracts/distribution-tree'
import { DAY_MS } from '@solstice/rules/duration'
import { REWARD_GRACE_MS } from '@solstice/rules/round'
import { jobKinds } from '#/job-kinds.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  distributorOf,
  giveWallet,
  postRoots,
  problemsOf,
  readContract,
  rewardStates,
  settleShared,
} from '#test/test-distribution.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import {
  advanceChains,
  fundTreasury,
  setStableCaps,
  transfersBetween,
} from '#test/test-treasury.ts'
import { aWallet, chainOf, sendFrom } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  await fundTreasury(server)
  server.worker = createWorker(server.ctx, jobKinds)
  server.ctx.settings.rewardRootAbove = 1
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.advance(2 * DAY_MS)
  await setStableCaps(server)
})

type Player = Browser & { email: string; userId: number; wallet: ReturnType<typeof aWallet> }

/** Signs up members who have wallets and no pauses. */
async function players(count: number): Promise<Player[]> {
  const list: Player[] = []
  for (let at = 0; at < count; at += 1) {
    const member = await signUpMember(server)
    const wallet = aWallet()
    await giveWallet(server, member.userId, wallet.address)
    list.push(Object.assign(member, { wallet }))
  }
  return list
}
const idsOf = (list: readonly Player[]) => list.map(({ userId }) => userId)

const arrivedAt = async (address: string) => {
  const { contract } = await distributorOf(server)
  return transfersBetween(server, contract, address)
}
const mineOf = async (member: Player) => {
  await logInAgain(member)
  return (await member.call('distribution.mine', {})).data
}
const claimOf = async (member: Player) => {
  await logInAgain(member)
  return member.call('distribution.claim', {})
}

/** Returns the shares of the posted root. */
async function postedShares(): Promise<Share[]> {
  const rows = await rowsOf<{ address: `0x${string}`; cumulative: string }>(
    server.ctx.db,
    sql`select address, cumulative from distribution_leaves order by address`,
  )
  return rows.map(({ address, cumulative }) => ({
    account: address,
    cumulative: BigInt(cumulative),
  }))
}

const claimCall = (share: Share, proof: readonly string[]) =>
  encodeFunctionData({
    abi: REWARD_DISTRIBUTOR.abi,
    functionName: 'claim',
    args: [share.account, share.cumulative, proof],
  })

describe('a round with many recipients', () => {
  test('is paid by one root and by claims that the treasury submits', async () => {
    const [ada, ben, cara] = (await players(3)) as [Player, Player, Player]
    const before = await mineOf(ada)
    const { roundId } = await settleShared(server, idsOf([ada, ben, cara]))
    const owed = await mineOf(ada)
    const direct = await rowsOf(
      server.ctx.db,
      sql`select 1 from payouts where key like ${`round:${roundId}:%`}`,
    )
    await postRoots(server)
    const ready = await mineOf(ada)
    for (const member of [ada, ben]) await logInAgain(member)
    const claimed = await ada.call('distribution.claim', {})
    const repeated = await ada.call('distribution.claim', {})
    await ben.call('distribution.claim', {})
    await advanceChains(server, 8)
    const paid = await mineOf(ada)
    const again = await claimOf(ada)

    const amount = 833_333_333n
    expect(before).toEqual({ claims: [], waiting: [] })
    expect(direct).toEqual([])
    expect(owed).toMatchObject({
      claims: [],
      waiting: [{ roundId, why: 'NEXT_ROOT', amount: '833.333333' }],
    })
    expect(ready).toMatchObject({
      claims: [{ ready: '833.333333', state: null, symbol: 'USDS', rounds: [{ roundId }] }],
      waiting: [],
    })
    for (const reply of [claimed, repeated]) {
      expect(reply.data?.claims).toMatchObject([
        { ready: '0', claiming: '833.333333', rounds: [{ roundId }] },
      ])
    }
    expect(paid).toMatchObject({
      claims: [
        { ready: '0', claiming: '0', state: null, paid: { amount: '833.333333' }, rounds: [] },
      ],
    })
    expect(again.code).toBe(Code.NOTHING_TO_CLAIM)
    expect(await arrivedAt(ada.wallet.address)).toEqual([amount])
    expect(await arrivedAt(ben.wallet.address)).toEqual([amount])
    expect(await arrivedAt(cara.wallet.address)).toEqual([])
    expect(await rewardStates(server, ada.userId)).toMatchObject([{ state: 'PAID', root: 1 }])
    expect(await rewardStates(server, cara.userId)).toMatchObject([{ state: 'CLAIMABLE', root: 1 }])
    const alerts = await rowsOf(
      server.ctx.db,
      sql`select code from alerts where member_id = ${ada.userId} and code like 'REWARD%' order by id`,
    )
    expect(alerts).toEqual([{ code: 'REWARD_READY' }, { code: 'REWARD' }])
    expect(await problemsOf(server)).toEqual([])
  })

  test('needs one claim for two rounds, and reverts whatever the root does not contain', async () => {
    const [ada, ben] = (await players(2)) as [Player, Player]
    const { season } = await settleShared(server, idsOf([ada, ben]))
    await postRoots(server)
    const old = distributionTree(await postedShares())
    const account = ada.wallet.address.toLowerCase() as `0x${string}`
    const first = (await postedShares()).find((share) => share.account === account) as Share
    await settleShared(server, idsOf([ada, ben]), season, 1)
    await postRoots(server)
    const shares = await postedShares()
    const second = shares.find((share) => share.account === account) as Share
    const proof = distributionTree(shares).proofOf(second) ?? []

    const { contract } = await distributorOf(server)
    const { node } = chainOf(server)
    const attempt = (data: string) => node.call('eth_call', [{ to: contract, data }, 'latest'])
    const wrongAmount = { account, cumulative: second.cumulative + 1n }
    const wrongAccount = { account: contract, cumulative: second.cumulative }
    await expect(attempt(claimCall(first, old.proofOf(first) ?? []))).rejects.toThrow('revert')
    await expect(attempt(claimCall(wrongAmount, proof))).rejects.toThrow('revert')
    await expect(attempt(claimCall(wrongAccount, proof))).rejects.toThrow('revert')
    await claimOf(ada)
    await advanceChains(server, 8)

    expect(second.cumulative).toBe(2n * first.cumulative)
    expect(await arrivedAt(account)).toEqual([second.cumulative])
    await expect(attempt(claimCall(second, proof))).rejects.toThrow('revert')
    expect((await rewardStates(server, ada.userId)).map(({ state }) => state)).toEqual([
      'PAID',
      'PAID',
    ])
    expect(await problemsOf(server)).toEqual([])
  })

  test('lets a held member wait for a later root, and a new wallet receive later rewards only', async () => {
    const [ada, ben, cara] = (await players(3)) as [Player, Player, Player]
    const freeze = (member: Player, at: Date | null) =>
      server.ctx.db
        .execute(sql`update members set payouts_frozen_at = ${at?.toISOString() ?? null}::timestamptz
        where id = ${member.userId}`)
    await freeze(ben, server.ctx.now())
    const { season } = await settleShared(server, idsOf([ada, ben, cara]))
    await postRoots(server)
    const held = await mineOf(ben)
    const oldWallet = ada.wallet.address
    const newWallet = aWallet()
    await giveWallet(server, ada.userId, newWallet.address)
    await freeze(ben, null)
    await settleShared(server, idsOf([ada, ben, cara]), season, 1)
    await postRoots(server)
    const mine = await mineOf(ada)
    for (const member of [ada, ben]) await claimOf(member)
    await advanceChains(server, 8)

    expect(held).toMatchObject({ claims: [], waiting: [{ why: 'FROZEN' }] })
    expect(mine?.claims.map(({ address, ready }) => [address, ready])).toEqual([
      [oldWallet, '833.333333'],
      [newWallet.address, '833.333333'],
    ])
    expect(await arrivedAt(oldWallet)).toEqual([833_333_333n])
    expect(await arrivedAt(newWallet.address)).toEqual([833_333_333n])
    expect(await arrivedAt(ben.wallet.address)).toEqual([1_666_666_666n])
    expect(await problemsOf(server)).toEqual([])
  })

  test('takes a member out of the root who is held while it is being funded', async () => {
    const [ada, ben] = (await players(2)) as [Player, Player]
    await setStableCaps(server, { perDay: '4000' })
    await settleShared(server, idsOf([ada, ben]))
    await postRoots(server)
    const funding = await distributorOf(server)
    const waiting = await mineOf(ada)
    await server.ctx.db.execute(
      sql`update members set status = 'SUSPENDED' where id = ${ben.userId}`,
    )
    server.clock.advance(DAY_MS)
    await postRoots(server)

    expect(funding.step).toBe('FUNDING')
    expect(waiting).toMatchObject({ waiting: [{ why: 'POSTING' }] })
    expect(await rewardStates(server, ada.userId)).toMatchObject([{ state: 'CLAIMABLE' }])
    expect(await rewardStates(server, ben.userId)).toMatchObject([{ state: 'OWED', root: null }])
    expect((await postedShares()).map(({ account }) => account)).not.toContain(
      ben.wallet.address.toLowerCase(),
    )
    expect(await problemsOf(server)).toEqual([])
  })

  test('notices a claim that somebody else submitted, alone and in the middle of a batch', async () => {
    const [ada, ben, cara] = (await players(3)) as [Player, Player, Player]
    await settleShared(server, idsOf([ada, ben, cara]))
    await postRoots(server)
    const shares = await postedShares()
    const tree = distributionTree(shares)
    const stranger = aWallet()
    const chain = chainOf(server)
    await chain.faucet.send(stranger.address, { native: '1' })
    await chain.control.mine(1)
    const { contract } = await distributorOf(server)
    const submit = async ({ wallet }: Player) => {
      const account = wallet.address.toLowerCase()
      const share = shares.find((each) => each.account === account) as Share
      const data = claimCall(share, tree.proofOf(share) ?? [])
      return sendFrom(stranger, chain, { to: contract, data, value: 0n, gas: 500_000n })
    }

    const hash = await submit(ada)
    server.clock.advance(60_000)
    await advanceChains(server, 6)
    const noticed = await mineOf(ada)
    await claimOf(ben)
    await claimOf(cara)
    await submit(ben)
    await chain.control.mine(1)
    await advanceChains(server, 10)

    expect(noticed).toMatchObject({ waiting: [] })
    expect(await rewardStates(server, ada.userId)).toMatchObject([{ state: 'PAID' }])
    const [history] = await rowsOf<{ hash: string; status: string }>(
      server.ctx.db,
      sql`select tx_hash as hash, status from histories where member_id = ${ada.userId}
        and kind = 'ROUND_REWARD'`,
    )
    expect(history).toEqual({ hash, status: 'COMPLETED' })
    for (const member of [ada, ben, cara]) {
      expect(await arrivedAt(member.wallet.address)).toEqual([833_333_333n])
    }
    expect((await mineOf(ben))?.claims[0]).toMatchObject({
      state: null,
      paid: { amount: '833.333333' },
    })
    expect(await problemsOf(server)).toEqual([])
  })

  test('pays the claims of a deleted account without being asked', async () => {
    const [ada, ben] = (await players(2)) as [Player, Player]
    await settleShared(server, idsOf([ada, ben]))
    await server.ctx.db.execute(sql`update members set deleted_at = now(), status = 'DISABLED',
      wallet_address = null where id = ${ben.userId}`)
    await postRoots(server)
    await advanceChains(server, 8)

    expect(await arrivedAt(ben.wallet.address)).toEqual([1_250_000_000n])
    expect(await rewardStates(server, ada.userId)).toMatchObject([{ state: 'CLAIMABLE' }])
    expect(await problemsOf(server)).toEqual([])
  })

  test('is shown to operators with what is claimed', async () => {
    const finance = await anOperator(server, 'FINANCE')
    const roots = await finance.call('distribution.roots', { query: {} })
    const latest = roots.data?.list[0]
    const total = await readContract(server, 'rootNumber')

    expect(latest).toMatchObject({ state: 'POSTED', symbol: 'USDS' })
    expect(BigInt(latest?.number ?? 0)).toBe(total)
    expect(await readContract(server, 'root')).toBe(latest?.root)
    expect(Number(latest?.claimed)).toBeGreaterThan(0)
    expect(Number(latest?.claimed)).toBeLessThan(Number(latest?.distributed))
  })
})

test('a round with few recipients is paid by transfers, and its rewards without a wallet expire', async () => {
  server.ctx.settings.rewardRootAbove = 2
  const [ada] = (await players(1)) as [Player]
  const [memberId = 0] = await insertMembers(server.ctx.db, 1)
  const roots = (await distributorOf(server)).number
  const { season } = await settleShared(server, [ada.userId, memberId])
  await advanceChains(server, 8)
  const waiting = await rewardStates(server, memberId)
  server.clock.now = new Date(season.endAt.getTime() + REWARD_GRACE_MS)
  await server.worker.runDue()

  const treasury = server.ctx.treasury?.address ?? ''
  expect(await rewardStates(server, ada.userId)).toMatchObject([{ state: 'PAID', root: null }])
  expect(await transfersBetween(server, treasury, ada.wallet.address)).toEqual([1_250_000_000n])
  expect((await distributorOf(server)).number).toBe(roots)
  expect(waiting).toMatchObject([{ state: 'WAITING' }])
  expect(await rewardStates(server, memberId)).toMatchObject([{ state: 'EXPIRED' }])
})
