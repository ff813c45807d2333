import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, type Browser } from '#test/test-member.ts'
import { execute } from '#test/test-mission.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
let support: TestOperator
let finance: TestOperator
let auditor: TestOperator
let member: Browser & { email: string; userId: number }
beforeAll(async () => {
  server = await startTestApp()
  support = await anOperator(server, 'SUPPORT')
  finance = await anOperator(server, 'FINANCE')
  auditor = await anOperator(server, 'AUDITOR')
})
beforeEach(async () => {
  await server.ctx.db.execute(sql`delete from rate_limits`)
  member = await signUpMember(server)
})
afterAll(() => server.close())

const toFile = ({ userId }: { userId: number }) => ({ params: { userId } })

describe('a note about a member', () => {
  const text = 'Lost the phone, wants the old wallet'
  const add = (of: { userId: number } = member, by = support, key?: string) =>
    by.call(
      'member.addNote',
      { ...toFile(of), body: { text } },
      key === undefined ? {} : { 'idempotency-key': key },
    )

  test('is read by operators and removed by its writer, but by nobody else', async () => {
    const { data: note } = await add()
    const noteId = note?.noteId ?? 0
    const params = { userId: member.userId, noteId }

    const ofOther = await finance.call('member.notes', { ...toFile(member), query: {} })
    const refused = await finance.call('member.removeNote', { params })
    const ofAnotherMember = await support.call('member.removeNote', {
      params: { userId: (await signUpMember(server)).userId, noteId },
    })
    const removed = await support.call('member.removeNote', { params })
    const again = await support.call('member.removeNote', { params })

    expect(ofOther.data?.list).toEqual([{ ...note, mine: false }])
    expect(refused.code).toBe(Code.NOT_FOUND)
    expect(ofAnotherMember.code).toBe(Code.NOT_FOUND)
    expect(removed.code).toBe(0)
    expect(again.code).toBe(Code.NOT_FOUND)
    const left = await support.call('member.notes', { ...toFile(member), query: {} })
    expect(left.data).toMatchObject({ list: [], totalCount: 0 })
  })

  test('is audited without its text', async () => {
    const { data: note } = await add()
    await support.call('member.removeNote', {
      params: { userId: member.userId, noteId: note?.noteId ?? 0 },
    })

    const { data } = await auditor.call('operator.listAudit', {
      query: { subject: `member:${member.userId}` },
    })

    expect(data?.list.map(({ action }) => action)).toEqual([
      'member.remove-note',
      'member.add-note',
    ])
    expect(JSON.stringify(data)).not.toContain(text)
  })

  test('is erased with the account, also from the saved replies of its call', async () => {
    const other = await memberWithPin(server)
    await add(other, support, 'note-of-deleted')

    const header = await pinHeader(other, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'PRIVACY', agreed: true } as const
    const deleted = await other.call('account.delete', { body }, header)

    expect(deleted.code).toBe(0)
    const rows = await rowsOf(
      server.ctx.db,
      sql`select text from member_notes where member_id = ${other.userId}
        union all select reply::text from idempotency_keys where reply::text like ${`%${text}%`}`,
    )
    expect(rows).toEqual([])
    expect((await add(other)).code).toBe(Code.NOT_FOUND)
  })

  test('never reaches a call of the member', async () => {
    const { seasonId } = await aSeason(server)
    await execute(member, seasonId, 1)
    await add()
    const histories = await member.call('history.list', { params: { seasonId }, query: {} })
    const entryId = `history:${histories.data?.list[0]?.historyId}`
    const replies = [
      histories,
      await member.call('explanation.mine', { params: { entryId } }),
      await member.call('explanation.mine', { params: { entryId: `mission:${seasonId}.2` } }),
      await member.call('users.me', {}),
      await member.call('invite.mine', {}),
      await member.call('alert.list', { query: {} }),
      await member.call('session.list', {}),
    ]

    expect(replies.map(({ code }) => code)).toEqual(replies.map(() => 0))
    expect(JSON.stringify(replies)).not.toContain(text)
  })

  test.each(['', '   ', 'x'.repeat(1001), 'a@b', '0xabc', 'a\u0000b'])(
    'rejects the text %j',
    async (wrong) => {
      const reply = await support.call('member.addNote', {
        ...toFile(member),
        body: { text: wrong },
      })

      expect(reply.code).toBe(Code.INVALID_REQUEST)
    },
  )

  test('is listed by page, newest first', async () => {
    for (let made = 0; made < 3; made += 1) {
      await add()
      server.clock.advance(1000)
    }

    const { data } = await auditor.call('member.notes', { ...toFile(member), query: { size: 2 } })

    expect(data).toMatchObject({ totalCount: 3, hasNext: true })
    const times = data?.list.map(({ createdAt }) => createdAt) ?? []
    expect(times).toEqual(times.toSorted().toReversed())
    expect((await auditor.call('member.addNote', { ...toFile(member), body: { text } })).code).toBe(
      Code.ACCESS_DENIED,
    )
  })
})
