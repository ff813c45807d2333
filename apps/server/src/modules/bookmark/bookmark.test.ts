import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { seedLocalNetworks } from '#/modules/network/network.service.ts'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { enrolPin, pinHeader } from '#test/test-pin.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
  await seedLocalNetworks(server.ctx, LOCAL_NETWORKS, 3)
})
afterAll(() => server.close())

const PIN = '135790'
const MUM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const BEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('the address book', () => {
  /** Signs up a member with a PIN whose changes carry a PIN token. */
  async function owner() {
    const member = await signUpMember(server)
    await enrolPin(member, PIN)
    const pinned = () => pinHeader(member, PIN, 'BOOKMARK_CHANGE')
    const add = async (body: { name: string; address: string; networkId?: number }) =>
      member.call('bookmark.add', { body }, await pinned())
    const change = async (
      id: number,
      body: { name?: string; address?: string; networkId?: null },
    ) => member.call('bookmark.change', { params: { id }, body }, await pinned())
    return { member, pinned, add, change }
  }

  test('adds, changes and removes entries and finds them by name and address', async () => {
    const { member, pinned, add, change } = await owner()
    const list = async (query: object = {}) =>
      (await member.call('bookmark.list', { query })).data?.list.map(({ name }) => name)

    const mum = await add({ name: ' Mum ', address: MUM.toLowerCase() })
    const ben = await add({ name: 'ben', address: BEN, networkId: 1 })

    expect(mum.data).toMatchObject({ name: 'Mum', address: MUM, networkId: null })
    expect(ben.data).toMatchObject({ name: 'ben', address: BEN, networkId: 1 })
    expect(await list()).toEqual(['ben', 'Mum'])
    expect(await list({ filter: 'MU' })).toEqual(['Mum'])
    expect(await list({ filter: BEN.slice(2, 9).toLowerCase() })).toEqual(['ben'])
    expect(await list({ filter: '%' })).toEqual([])
    expect(await list({ size: 1, page: 2 })).toEqual(['Mum'])

    const params = { id: ben.data?.id ?? 0 }
    const changed = await change(params.id, { name: 'Ben', networkId: null })
    expect(changed.data).toMatchObject({ name: 'Ben', address: BEN, networkId: null })
    const remove = async () => member.call('bookmark.remove', { params }, await pinned())
    expect((await remove()).code).toBe(0)
    expect((await remove()).code).toBe(Code.NOT_FOUND)
    expect(await list()).toEqual(['Mum'])
  })

  test('returns the same entry when the request is repeated, and stores no duplicates', async () => {
    const { member, pinned, add, change } = await owner()
    const body = { name: 'Mum', address: MUM }
    const header = await pinned()
    const first = await member.call('bookmark.add', { body }, header)
    const again = await member.call('bookmark.add', { body }, header)
    const other = await add({ ...body, name: 'Mama' })

    expect(again.data).toEqual(first.data)
    const duplicate = await change(other.data?.id ?? 0, { name: 'Mum' })
    expect(duplicate.code).toBe(Code.INVALID_REQUEST)
  })

  test('rejects an invalid address, name or network', async () => {
    const { add } = await owner()
    const codeOf = async (body: Parameters<typeof add>[0]) => (await add(body)).code

    expect(await codeOf({ name: 'Mum', address: 'xyz' })).toBe(Code.WALLET_ADDRESS_INVALID)
    expect(await codeOf({ name: ' ', address: MUM })).toBe(Code.INVALID_REQUEST)
    expect(await codeOf({ name: 'x'.repeat(31), address: MUM })).toBe(Code.INVALID_REQUEST)
    expect(await codeOf({ name: 'Mum', address: MUM, networkId: 77 })).toBe(Code.INVALID_REQUEST)
    expect(await codeOf({ name: 'x'.repeat(30), address: MUM })).toBe(0)
  })

  test('rejects every change without a PIN token with 2006 and changes nothing', async () => {
    const { member, add } = await owner()
    const { data } = await add({ name: 'Mum', address: MUM })
    const params = { id: data?.id ?? 0 }
    const forOtherPurpose = await pinHeader(member, PIN, 'PASSKEY_ADD')

    for (const header of [undefined, forOtherPurpose]) {
      const replies = [
        await member.call('bookmark.add', { body: { name: 'Ben', address: BEN } }, header),
        await member.call('bookmark.change', { params, body: { address: BEN } }, header),
        await member.call('bookmark.remove', { params }, header),
      ]
      expect(replies.map(({ code }) => code)).toEqual(
        Array.from({ length: 3 }, () => Code.PIN_VERIFICATION_REQUIRED),
      )
    }

    expect((await member.call('bookmark.list', { query: {} })).data?.list).toEqual([data])
  })

  test('records when the address of an entry changed, but not when only its name changed', async () => {
    const { add, change } = await owner()
    const { data } = await add({ name: 'Mum', address: MUM })
    const id = data?.id ?? 0

    const renamed = await change(id, { name: 'Mama', address: MUM.toLowerCase() })
    const moved = await change(id, { address: BEN })
    const renamedLater = await change(id, { name: 'Mum' })

    const changedAt = server.clock.now.toISOString()
    expect(data?.addressChangedAt).toBeNull()
    expect(renamed.data).toMatchObject({ name: 'Mama', addressChangedAt: null })
    expect(moved.data).toMatchObject({ address: BEN, addressChangedAt: changedAt })
    expect(renamedLater.data?.addressChangedAt).toBe(changedAt)
  })

  test('holds up to 200 entries', async () => {
    const { member, add } = await owner()
    await server.ctx.db.execute(sql`insert into bookmarks (member_id, name, address, created_at)
      select ${member.userId}, 'friend ' || i, ${MUM}, '2026-06-23T08:00:00Z'
      from generate_series(1, 200) as i`)

    const full = await add({ name: 'one more', address: MUM })
    const known = await add({ name: 'friend 7', address: MUM })

    expect([full.code, known.code]).toEqual([Code.INVALID_REQUEST, 0])
  })
})

describe('passkeys', () => {
  const passkey = { credentialId: 'abc-DEF_123', salt: 'B'.repeat(43) }

  test('are added and removed after the PIN is entered, several per account', async () => {
    const member = await signUpMember(server)
    await enrolPin(member, PIN)
    const add = async (body: typeof passkey) =>
      member.call('passkey.add', { body }, await pinHeader(member, PIN, 'PASSKEY_ADD'))
    const params = { credentialId: passkey.credentialId }

    expect((await member.call('passkey.add', { body: passkey })).code).toBe(
      Code.PIN_VERIFICATION_REQUIRED,
    )
    expect((await add(passkey)).data).toEqual(passkey)
    await add({ ...passkey, credentialId: 'other-phone' })
    const { data } = await member.call('passkey.list', {})
    expect(data?.list.map(({ credentialId }) => credentialId).toSorted()).toEqual([
      'abc-DEF_123',
      'other-phone',
    ])
    expect(data?.list[0]?.createdAt).toBe(server.clock.now.toISOString())

    expect((await member.call('passkey.remove', { params })).code).toBe(
      Code.PIN_VERIFICATION_REQUIRED,
    )
    const header = await pinHeader(member, PIN, 'PASSKEY_REMOVE')
    expect((await member.call('passkey.remove', { params }, header)).code).toBe(0)
    const again = await pinHeader(member, PIN, 'PASSKEY_REMOVE')
    expect((await member.call('passkey.remove', { params }, again)).code).toBe(Code.NOT_FOUND)
  })

  test('return the same result when the request is repeated, and never change their salt', async () => {
    const member = await signUpMember(server)
    await enrolPin(member, PIN)
    const header = await pinHeader(member, PIN, 'PASSKEY_ADD')
    await member.call('passkey.add', { body: passkey }, header)

    const again = await member.call('passkey.add', { body: passkey }, header)
    const other = await member.call(
      'passkey.add',
      { body: { ...passkey, salt: 'C'.repeat(43) } },
      await pinHeader(member, PIN, 'PASSKEY_ADD'),
    )

    expect(again.data).toEqual(passkey)
    expect(other.code).toBe(Code.INVALID_REQUEST)
    expect((await member.call('passkey.list', {})).data?.list[0]?.salt).toBe(passkey.salt)
  })
})
