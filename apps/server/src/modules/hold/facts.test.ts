import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBlock } from '#/modules/explorer/chain-index.queries.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aWallet } from '#test/test-wallet.ts'
import { linkNext } from './assessment.service.ts'
import { findLinkFacts } from './facts.queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
})
afterAll(() => server.close())

const CHAIN = 31_338
const BLOCK = 2_000_000
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const address = () => aWallet().address.toLowerCase()

test('only transfers of known tokens and of more than nothing name the accounts that fund a wallet', async () => {
  const { ctx } = server
  const memberId = await insertMember(ctx.db)
  const wallet = address()
  await ctx.db.execute(sql`update members set wallet_address = ${wallet} where id = ${memberId}`)
  const [token] = await rowsOf<{ contract: string }>(
    ctx.db,
    sql`select lower(c.address) as contract from contracts c
      join networks n on n.id = c.network_id where n.chain_id = ${CHAIN} and c.address is not null`,
  )
  const contract = token?.contract ?? ''
  const [victim, forged, payer] = [address(), address(), address()]
  const block = { number: BLOCK, hash: hashOf(BLOCK), time: ctx.now() }
  const transaction = {
    hash: hashOf(BLOCK + 1),
    position: 0,
    fromAddress: forged,
    toAddress: contract,
    value: 0n,
    nonce: 0,
    gas: 21_000n,
    gasPrice: 1n,
    gasUsed: 21_000n,
    cumulativeGasUsed: 21_000n,
    input: '0x',
    createdContract: null,
    succeeded: true,
  }
  const transfers = [
    { contract, fromAddress: victim, value: 0n },
    { contract: forged, fromAddress: victim, value: 7n },
    { contract, fromAddress: payer, value: 7n },
  ].map((each, logIndex) => ({ ...each, logIndex, toAddress: wallet, txHash: transaction.hash }))
  await insertBlock(ctx.db, CHAIN, block, [transaction], transfers)
  const [facts] = await findLinkFacts(ctx.db, { after: memberId - 1, count: 1, faucets: [] })

  expect(facts).toMatchObject({ memberId, fundedBy: [payer] })
})

test('links that were found while the account was deleted are removed with the next pass', async () => {
  const { ctx } = server
  const memberId = await insertMember(ctx.db)
  const other = await insertMember(ctx.db)
  await linkNext(ctx, memberId - 1)
  await ctx.db.execute(sql`update members set deleted_at = now(), status = 'DISABLED'
    where id = ${memberId}`)
  await linkNext(ctx, memberId - 1)
  const left = await rowsOf<{ member_id: string | number }>(
    ctx.db,
    sql`select distinct member_id from hold_links where member_id in (${memberId}, ${other})`,
  )

  expect(left.map((row) => Number(row.member_id))).toEqual([other])
})
