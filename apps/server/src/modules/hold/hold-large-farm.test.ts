import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMembers } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { heldMembers } from '#test/test-hold.ts'
import { assessNext } from './assessment.service.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Gives members one key of each kind, as the daily job would find them. */
async function link(memberIds: readonly number[], kinds: readonly string[], key: string) {
  await server.ctx.db.execute(sql`insert into hold_links (member_id, kind, key, found_at)
    select m.id::bigint, k.kind, ${key}, ${server.ctx.now().toISOString()}::timestamptz
    from jsonb_array_elements_text(${JSON.stringify(memberIds)}::jsonb) as m(id)
    cross join jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb) as k(kind)`)
}

test('holds every account of a farm of 130, and nobody of the crowd at the same exchange', async () => {
  const all = await insertMembers(server.ctx.db, 390)
  // Each third member belongs to the farm, so that members of the crowd have ids between them.
  const farm = all.filter((_, index) => index % 3 === 0)
  const crowd = all.filter((_, index) => index % 3 !== 0)
  await link(farm, ['FUNDING', 'NAME', 'NETWORK'], 'farm')
  await link(crowd, ['FUNDING'], 'exchange')
  await link(crowd.slice(0, 150), ['NETWORK'], 'mobile')
  await link(crowd.slice(140), ['STAR'], 'influencer')
  let after: number | undefined = 0
  while (after !== undefined) after = await assessNext(server.ctx, after)

  expect(await heldMembers(server)).toEqual(farm)
})
