import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('of editors who save the same revision at once, one succeeds and the others get its plan', async () => {
  const editors: TestOperator[] = []
  for (let at = 0; at < 6; at += 1) editors.push(await anOperator(server, 'PROGRAMME'))
  const [first] = editors
  const begun = await first?.call('seasonPlan.begin', { body: { plan: {} } })
  const seasonId = begun?.data?.seasonId ?? 0
  const params = { seasonId }

  for (let revision = 1; revision <= 5; revision += 1) {
    const replies = await Promise.all(
      editors.map(({ name, call }) =>
        call('seasonPlan.save', { params, body: { revision, plan: { title: name, revision } } }),
      ),
    )

    const saved = replies.flatMap(({ code }, at) => (code === 0 ? [editors[at]?.name] : []))
    expect(saved).toHaveLength(1)
    const [winner] = saved
    for (const reply of replies.filter(({ code }) => code !== 0)) {
      expect(reply).toMatchObject({
        code: Code.OUTDATED,
        data: { revision: revision + 1, savedBy: winner, plan: { title: winner, revision } },
      })
    }
  }

  const listed = await first?.call('seasonPlan.revisions', { params, query: {} })
  expect(listed?.data?.list.map(({ revision }) => revision)).toEqual([6, 5, 4, 3, 2, 1])
})

test('of a save and a discard at once, nothing is stored for a draft that is gone', async () => {
  const editor = await anOperator(server, 'PROGRAMME')
  const begun = await editor.call('seasonPlan.begin', { body: { plan: {} } })
  const params = { seasonId: begun.data?.seasonId ?? 0 }

  const [saved, discarded] = await Promise.all([
    editor.call('seasonPlan.save', { params, body: { revision: 1, plan: { title: 'Thaw' } } }),
    editor.call('seasonPlan.discard', { params }),
  ])

  expect(discarded.code).toBe(0)
  expect([0, Code.NOT_FOUND]).toContain(saved.code)
  expect((await editor.call('seasonPlan.show', { params })).code).toBe(Code.NOT_FOUND)
})
