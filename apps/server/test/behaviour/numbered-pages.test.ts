import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
let seasonId: number
beforeAll(async () => {
  server = await startTestApp()
  ;({ seasonId } = await aSeason(server))
})
afterAll(() => server.close())

// Apps of the previous release read numbered pages and expect a number.
test.each([{}, { page: 1 }, { page: 7, size: 1 }])(
  'lists that also accept a cursor always count the list of the page %j',
  async (query) => {
    const member = await signUpMember(server)
    const params = { seasonId }

    const replies = [
      await member.call('history.list', { params, query }),
      await member.call('history.tickets', { params, query }),
      await member.call('alert.list', { query }),
    ]

    expect(replies.map(({ data }) => data?.totalCount)).toEqual([
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
    ])
  },
)

test('a cursor takes precedence over the page', async () => {
  const member = await signUpMember(server)
  const query = { before: 'latest', page: 7 }
  const params = { seasonId }

  const replies = [
    await member.call('history.list', { params, query }),
    await member.call('history.tickets', { params, query }),
    await member.call('alert.list', { query }),
  ]

  const first = await member.call('alert.list', { query: {} })
  expect(replies.map(({ data }) => data?.totalCount)).toEqual([null, null, null])
  expect(replies[2]?.data?.list).toEqual(first.data?.list)
})
