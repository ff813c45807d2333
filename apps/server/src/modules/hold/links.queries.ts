import { sql } from 'drizzle-orm'
import { HUB_MEMBERS, sharedKey, type LinkKind, type SharedKey } from '@solstice/rules/hold/links'
import { rowsOf, type Db } from '#/platform/process/db.ts'

export type StoredLink = { memberId: number; kind: LinkKind; key: string }

/**
 * Replaces the links of a range of members by those that were found; links that stay are not written.
 * Members of the range who were not found have been deleted, and lose links that were found while
 * they were.
 */
export async function replaceLinks(
  tx: Db,
  { after, last }: { after: number; last: number },
  links: readonly StoredLink[],
  now: Date,
): Promise<void> {
  // Raw SQL: a batch of any size is one value.
  await tx.execute(sql`with found as materialized (
      select distinct "memberId" as member_id, kind, key
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
        as f("memberId" bigint, kind text, key text)
    ), gone as (
      delete from hold_links l
      where l.member_id > ${after} and l.member_id <= ${last} and not exists (select 1 from found f
        where f.member_id = l.member_id and f.kind = l.kind and f.key = l.key)
    )
    insert into hold_links (member_id, kind, key, found_at)
    select member_id, kind, key, ${now.toISOString()}::timestamptz from found
    on conflict (member_id, kind, key) do nothing`)
}

/**
 * Returns the keys that each of these members shares with others. Of each key, only the nearest
 * members are read, so that a key costs the same however many have it.
 */
export async function findSharing(
  db: Db,
  memberIds: readonly number[],
): Promise<Map<number, SharedKey[]>> {
  // Raw SQL: lateral queries with a limit for each key.
  const rows = await rowsOf<{
    member_id: string | number
    kind: LinkKind
    before: (string | number)[]
    after: (string | number)[]
  }>(
    db,
    sql`select l.member_id, l.kind, b.peers as before, a.peers as after
      from jsonb_array_elements_text(${JSON.stringify(memberIds)}::jsonb) as m(id)
      join hold_links l on l.member_id = m.id::bigint
      cross join lateral (select coalesce(
          jsonb_agg(s.member_id order by s.member_id desc), '[]') as peers from (
        select s.member_id from hold_links s
        where s.kind = l.kind and s.key = l.key and s.member_id < l.member_id
        order by s.member_id desc limit ${HUB_MEMBERS}) s) b
      cross join lateral (select coalesce(
          jsonb_agg(s.member_id order by s.member_id), '[]') as peers from (
        select s.member_id from hold_links s
        where s.kind = l.kind and s.key = l.key and s.member_id > l.member_id
        order by s.member_id limit ${HUB_MEMBERS}) s) a
      where jsonb_array_length(b.peers) + jsonb_array_length(a.peers) > 0`,
  )
  const sharing = new Map<number, SharedKey[]>()
  for (const { member_id, kind, before, after } of rows) {
    const memberId = Number(member_id)
    const key = sharedKey(kind, { before: before.map(Number), after: after.map(Number) })
    sharing.set(memberId, [...(sharing.get(memberId) ?? []), key])
  }
  return sharing
}
