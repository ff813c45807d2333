import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { challengeMessage } from '@solstice/rules/wallet'
import { standaloneJobKinds, jobKindsOfChains } from '#/job-kinds.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, signUpMember } from '#test/test-member.ts'
import { enrolPin, pinHeader } from '#test/test-pin.ts'
import { WELCOME_WALLET } from './wallet.jobs.ts'
import { aWallet, chainOf, registerWallet, signedChallenge } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
})
afterAll(() => server.close())

const PIN = '135790'
const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

async function memberWithWallet() {
  const member = await signUpMember(server)
  const wallet = aWallet()
  await registerWallet(member, wallet)
  return { ...member, wallet }
}

async function disconnect(member: Parameters<typeof enrolPin>[0], address: string) {
  const header = await pinHeader(member, PIN, 'WALLET_DISCONNECT')
  return member.call('wallet.disconnect', { params: { address } }, header)
}

describe('registering a wallet', () => {
  test('sets the one address that me, profile and wallet return, with a signed challenge', async () => {
    const member = await signUpMember(server)
    const wallet = aWallet()
    const before = await member.call('wallet.info', {})

    const reply = await registerWallet(member, wallet)

    expect(before.data).toEqual({ ethAddress: null, registeredAt: null })
    expect(reply).toMatchObject({ status: 200, data: { walletAddress: wallet.address } })
    expect((await member.call('users.me', {})).data?.walletAddress).toBe(wallet.address)
    expect((await member.call('users.profile', {})).data?.walletAddress).toBe(wallet.address)
    expect((await member.call('wallet.info', {})).data).toEqual({
      ethAddress: wallet.address,
      registeredAt: server.clock.now.toISOString(),
    })
  })

  test('accepts an address in any spelling and stores one form', async () => {
    const member = await signUpMember(server)
    const wallet = aWallet()
    const address = wallet.address.toLowerCase()
    const { data } = await member.call('wallet.challenge', { body: { address } })
    const message = data?.message ?? ''
    const signature = await wallet.signMessage({ message })

    const body = { address, method: 'IMPORT', message, signature } as const
    await enrolPin(member, PIN)
    const header = await pinHeader(member, PIN, 'WALLET_REGISTER')
    expect((await member.call('wallet.register', { body }, header)).data).toEqual({
      walletAddress: wallet.address,
    })
  })

  test('issues a message that names the app, the address, a nonce and five minutes', async () => {
    const member = await signUpMember(server)
    const { address } = aWallet()

    const { data } = await member.call('wallet.challenge', { body: { address } })

    const nonce = /^Nonce: ([0-9a-f]{32})$/m.exec(data?.message ?? '')?.[1] ?? ''
    const issuedAt = server.clock.now
    expect(data?.message).toBe(
      challengeMessage({
        purpose: 'REGISTER',
        origin: 'http://solstice.test',
        address,
        nonce,
        issuedAt,
      }),
    )
    expect(data?.expiresAt).toBe(new Date(issuedAt.getTime() + 5 * 60_000).toISOString())
  })

  test.each(['xyz', '0x12', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', ''])(
    'rejects the address %j with 2201',
    async (address) => {
      const member = await signUpMember(server)
      const body = { address, method: 'CREATE', message: '', signature: '' } as const

      expect((await member.call('wallet.challenge', { body: { address } })).code).toBe(
        Code.WALLET_ADDRESS_INVALID,
      )
      expect((await member.call('wallet.register', { body })).code).toBe(
        Code.WALLET_ADDRESS_INVALID,
      )
    },
  )

  test('returns the same again when the response was lost', async () => {
    const member = await signUpMember(server)
    await enrolPin(member, PIN)
    const body = await signedChallenge(member, aWallet())

    const header = await pinHeader(member, PIN, 'WALLET_REGISTER')
    const first = await member.call('wallet.register', { body }, header)
    const second = await member.call('wallet.register', { body })

    expect(second.data).toEqual(first.data)
    const rows = await rowsOf(
      server.ctx.db,
      sql`select id from wallet_registrations where member_id = ${member.userId}`,
    )
    expect(rows).toHaveLength(1)
  })

  test('returns 2006 without a PIN entered for it, and uses a token once', async () => {
    const member = await signUpMember(server)
    await enrolPin(member, PIN)
    const wallet = aWallet()
    const body = await signedChallenge(member, wallet)
    const attempt = async (headers: Record<string, string> = {}) =>
      (await member.call('wallet.register', { body }, headers)).code

    const without = await attempt()
    const otherPurpose = await attempt(await pinHeader(member, PIN, 'WALLET_USE'))
    const header = await pinHeader(member, PIN, 'WALLET_REGISTER')
    server.clock.advance(5 * 60_000)
    const late = await attempt(header)
    const fresh = await pinHeader(member, PIN, 'WALLET_REGISTER')
    const { code } = await registerWallet(member, wallet)
    await disconnect(member, wallet.address)
    const used = await signedChallenge(member, wallet)
    const first = await member.call('wallet.register', { body: used }, fresh)
    await disconnect(member, wallet.address)
    const again = await signedChallenge(member, wallet)
    const second = await member.call('wallet.register', { body: again }, fresh)

    expect([without, otherPurpose, late]).toEqual(
      Array.from({ length: 3 }, () => Code.PIN_VERIFICATION_REQUIRED),
    )
    expect([code, first.code, second.code]).toEqual([0, 0, Code.PIN_VERIFICATION_REQUIRED])
  })

  test('rejects another wallet with 2202 while one is registered', async () => {
    const member = await memberWithWallet()

    expect((await registerWallet(member, aWallet())).code).toBe(Code.WALLET_ALREADY_REGISTERED)
    expect((await member.call('wallet.info', {})).data?.ethAddress).toBe(member.wallet.address)
  })

  test("rejects another member's wallet with 2203, until they disconnect it", async () => {
    const owner = await memberWithWallet()
    const other = await signUpMember(server)

    expect((await registerWallet(other, owner.wallet)).code).toBe(Code.WALLET_IN_USE)
    await disconnect(owner, owner.wallet.address)
    expect((await registerWallet(other, owner.wallet)).code).toBe(0)
  })

  test('rejects every invalid proof of ownership with 2205', async () => {
    const member = await signUpMember(server)
    const stranger = await signUpMember(server)
    const wallet = aWallet()
    const { address } = wallet
    const challenge = async (browser = member) =>
      (await browser.call('wallet.challenge', { body: { address } })).data?.message ?? ''
    await enrolPin(member, PIN)
    // A refusal uses up no token, so one is enough for all of them.
    const header = await pinHeader(member, PIN, 'WALLET_REGISTER')
    const attempt = async (message: string, signature: string, headers = header) =>
      (
        await member.call(
          'wallet.register',
          { body: { address, method: 'CREATE', message, signature } },
          headers,
        )
      ).code

    const mine = await challenge()
    const right = await wallet.signMessage({ message: mine })
    const flipped = `${right.slice(0, -2)}${right.endsWith('1b') ? '1c' : '1b'}`
    const theirs = await challenge(stranger)
    const longer = mine.replace('5', '6')
    const forAnother = { address, purpose: 'UNFREEZE' } as const
    const challenged = await member.call('wallet.challenge', { body: forAnother })
    const unfreeze = challenged.data?.message ?? ''

    expect([
      await attempt(mine, await aWallet().signMessage({ message: mine })),
      await attempt(mine, flipped),
      await attempt(mine, '0x00'),
      await attempt(mine, `0x${'f'.repeat(130)}`),
      await attempt(theirs, await wallet.signMessage({ message: theirs })),
      await attempt(longer, await wallet.signMessage({ message: longer })),
      await attempt('anything', await wallet.signMessage({ message: 'anything' })),
      await attempt(unfreeze, await wallet.signMessage({ message: unfreeze })),
    ]).toEqual(Array.from({ length: 8 }, () => Code.WALLET_OWNERSHIP_UNPROVEN))

    server.clock.advance(5 * 60_000)
    const later = await pinHeader(member, PIN, 'WALLET_REGISTER')
    expect(await attempt(mine, right, later)).toBe(Code.WALLET_OWNERSHIP_UNPROVEN)
    expect((await registerWallet(member, wallet)).code).toBe(0)
  })

  test('accepts a challenge once: after a disconnect the old signature proves nothing', async () => {
    const member = await signUpMember(server)
    await enrolPin(member, PIN)
    const body = await signedChallenge(member, aWallet())
    const register = async () =>
      member.call('wallet.register', { body }, await pinHeader(member, PIN, 'WALLET_REGISTER'))
    await register()
    await disconnect(member, body.address)

    expect((await register()).code).toBe(Code.WALLET_OWNERSHIP_UNPROVEN)
  })

  test('gives a new wallet test funds on both local chains, once', async () => {
    const { wallet, ...member } = await memberWithWallet()
    const chains = [chainOf(server), chainOf(server, 31_338)]
    for (const { control } of chains) await control.mine(1)
    await disconnect(member, wallet.address)
    await registerWallet(member, wallet)
    for (const { control } of chains) await control.mine(1)

    const balances = await Promise.all(
      chains.map(({ node }) => node.call('eth_getBalance', [wallet.address, 'latest'])),
    )
    expect(balances.map(BigInt as (text: unknown) => bigint)).toEqual([
      250_000_000_000_000_000n,
      1_500_000_000_000_000_000n,
    ])
  })

  test('leaves the test funds to the server, because a standalone worker has no faucet', async () => {
    const { node } = server.ctx.chains
    const standalone = createWorker({ ...server.ctx, chains: { node } }, standaloneJobKinds)
    const { address } = aWallet()
    const now = server.clock.now
    await enqueue(server.ctx.db, WELCOME_WALLET, { payload: { address }, dueAt: now, now })

    await standalone.runDue()
    await createWorker(server.ctx, jobKindsOfChains).runDue()
    await chainOf(server).control.mine(1)

    const balance = await chainOf(server).node.call('eth_getBalance', [address, 'latest'])
    expect(BigInt(String(balance))).toBe(250_000_000_000_000_000n)
  })
})

describe('disconnecting', () => {
  test('removes the wallet from the account, and only with the PIN', async () => {
    const member = await memberWithWallet()
    const params = { address: member.wallet.address.toLowerCase() }

    const without = await member.call('wallet.disconnect', { params })
    const wrong = await member.call(
      'wallet.disconnect',
      { params },
      await pinHeader(member, PIN, 'WALLET_REMOVE'),
    )
    const kept = await member.call('wallet.info', {})
    const done = await disconnect(member, params.address)

    expect([without.code, wrong.code]).toEqual([
      Code.PIN_VERIFICATION_REQUIRED,
      Code.PIN_VERIFICATION_REQUIRED,
    ])
    expect(kept.data?.ethAddress).toBe(member.wallet.address)
    expect(done).toMatchObject({ code: 0, data: null })
    expect((await member.call('users.me', {})).data?.walletAddress).toBeNull()
    expect((await member.call('users.profile', {})).data?.walletAddress).toBeNull()
  })

  test('returns 2201 for an invalid address, and 2204 for another one and for a member without a wallet', async () => {
    const member = await memberWithWallet()
    const call = (address: string) => member.call('wallet.disconnect', { params: { address } })

    expect((await call('xyz')).code).toBe(Code.WALLET_ADDRESS_INVALID)
    expect((await call(FRIEND)).code).toBe(Code.WALLET_NOT_FOUND)
    const walletless = await signUpMember(server)
    const reply = await walletless.call('wallet.disconnect', { params: { address: FRIEND } })
    expect(reply.code).toBe(Code.WALLET_NOT_FOUND)
  })
})

describe('a different wallet than before', () => {
  const eventsOf = (memberId: number) =>
    rowsOf<{ kind: string }>(
      server.ctx.db,
      sql`select kind from security_events where member_id = ${memberId} order by id`,
    )

  test('sends a mail and an alert, the first wallet only a mail, and the same wallet again nothing', async () => {
    const member = await memberWithWallet()
    await disconnect(member, member.wallet.address)
    await registerWallet(member, member.wallet)
    const first = [{ kind: 'PIN_SET' }, { kind: 'WALLET_REGISTERED' }]
    expect(await eventsOf(member.userId)).toEqual(first)

    await disconnect(member, member.wallet.address)
    const other = aWallet()
    await registerWallet(member, other)

    expect(await eventsOf(member.userId)).toEqual([...first, { kind: 'WALLET_CHANGED' }])
    const mail = server.mails.findLast(({ to }) => to === member.email)
    expect(mail?.subject).toBe('A different wallet was connected to your Solstice account')
    expect(mail?.text.toLowerCase()).toContain(`wallet: ${other.address.toLowerCase()}`)
    const { data } = await member.call('alert.list', { query: {} })
    expect(data?.list).toMatchObject([{ code: 'WALLET_CHANGED', data: {} }])
  })

  test('is named in the alert with the end of the pause, in the member’s time zone if it is known', async () => {
    const member = await memberWithWallet()
    await disconnect(member, member.wallet.address)
    const { now } = server.clock
    server.clock.now = new Date('2026-06-23T08:00:00.000Z')
    const other = aWallet()
    await registerWallet(member, other)
    server.clock.now = now
    const short = `${other.address.slice(0, 6)}…${other.address.slice(-4)}`.toLowerCase()
    const alertIn = async (language: string) => {
      const { data } = await member.call(
        'alert.list',
        { query: {} },
        { 'accept-language': language },
      )
      return data?.list[0]?.content.toLowerCase()
    }

    const withoutZone = await alertIn('en')
    await member.call('alert.changeQuietHours', { body: { timeZone: 'Asia/Seoul' } })

    expect(withoutZone).toContain(`wallet ${short} was connected`)
    expect(withoutZone).toContain('paused until 25 june 2026 at 08:00 utc')
    expect(withoutZone).toContain('3. email help@solstice.example')
    expect(await alertIn('en')).toContain('paused until 25 june 2026 at 17:00.')
    expect(await alertIn('ko')).toContain(`다른 지갑(${short})이 연결됐어요`)
    expect(await alertIn('ko')).toContain('2026년 6월 25일 17:00까지')
  })
})

test('deleting the account erases wallet, address book, passkeys and transactions, and frees the address', async () => {
  const { wallet, ...member } = await memberWithWallet()
  const saveHeader = await pinHeader(member, PIN, 'BOOKMARK_CHANGE')
  await member.call('bookmark.add', { body: { name: 'Mum', address: FRIEND } }, saveHeader)
  const passkey = { credentialId: 'device-1', salt: 'A'.repeat(43) }
  const addHeader = await pinHeader(member, PIN, 'PASSKEY_ADD')
  await member.call('passkey.add', { body: passkey }, addHeader)
  const txHash = `0x${'2'.repeat(64)}`
  await member.call('wallet.addTransaction', {
    body: { txHash, chainId: 31_337, from: wallet.address, to: FRIEND, value: '1', symbol: 'ETH' },
  })

  const body = { reason: 'PRIVACY', agreed: true } as const
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
  await member.call('account.delete', { body }, header)

  for (const table of [
    'wallet_registrations',
    'wallet_challenges',
    'wallet_transactions',
    'bookmarks',
    'passkeys',
  ]) {
    const rows = await rowsOf(
      server.ctx.db,
      sql`select 1 from ${sql.identifier(table)} where member_id = ${member.userId}`,
    )
    expect(rows).toHaveLength(0)
  }
  expect((await registerWallet(await signUpMember(server), wallet)).code).toBe(0)
})

test('a caller without a session can neither read nor change anything', async () => {
  const browser = openBrowser(server)

  expect((await browser.call('wallet.info', {})).status).toBe(401)
  expect((await browser.call('wallet.challenge', { body: { address: FRIEND } })).status).toBe(401)
})
