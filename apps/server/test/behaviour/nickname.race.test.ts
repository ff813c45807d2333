import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('twelve members who choose one nickname concurrently: exactly one gets it', async () => {
  const members = []
  for (let count = 0; count < 12; count += 1) members.push(await signUpMember(server))

  const replies = await Promise.all(
    members.map((member, at) =>
      member.call('users.changeNickname', {
        body: { nickname: at % 2 ? 'Lighthouse' : 'LIGHTHOUSE' },
      }),
    ),
  )

  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(replies.filter(({ code }) => code === Code.NICKNAME_TAKEN)).toHaveLength(11)
})
