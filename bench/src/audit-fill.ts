/**
 * Returns the statement that creates a function of the chain: it returns the entries after one, each
 * with the hash that the server computes, SHA-256 over the previous hash and the canonical JSON.
 */
export const CREATE_CHAIN = `create or replace function bench_chain(first bigint, count bigint, start text)
  returns setof audit_entries language plpgsql as $$
  declare entry audit_entries;
  begin
    entry.hash := start;
    for i in first .. first + count - 1 loop
      entry.id := i;
      entry.at := timestamptz '2026-01-01' + i * interval '1 second';
      entry.actor := 'operator:person-' || i % 40;
      entry.action := (array['member.suspend', 'member.restore', 'member.adjust', 'refund.decide'])[1 + i % 4];
      entry.previous_hash := entry.hash;
      if i % 4 = 3 then
        entry.subject := 'refund:' || i;
        entry.data := format('{"userId": %s, "note": "Ticket %s"}', i % 1000000 + 1, i);
      else
        entry.subject := 'member:' || i % 1000000 + 1;
        entry.data := format('{"before": {"status": "ACTIVE"}, "after": {"status": "SUSPENDED"}, "reason": "Ticket %s"}', i);
      end if;
      entry.hash := encode(sha256(convert_to(concat(entry.previous_hash,
        '{"action":"', entry.action, '","actor":"', entry.actor,
        '","at":"', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        '","data":', case when i % 4 = 3
          then format('{"note":"Ticket %s","userId":%s}', i, i % 1000000 + 1)
          else format('{"after":{"status":"SUSPENDED"},"before":{"status":"ACTIVE"},"reason":"Ticket %s"}', i) end,
        ',"id":', i, ',"subject":"', entry.subject, '"}'), 'UTF8')), 'hex');
      return next entry;
    end loop;
  end $$`

/** Returns the statements that append `count` entries after the head, without triggers. */
export function appendChain(count: number): string {
  return `set session_replication_role = replica;
    insert into audit_entries select c.* from audit_head h, bench_chain(h.id + 1, ${count}, h.hash) c;
    update audit_head h set id = e.id, hash = e.hash from audit_entries e where e.id = h.id + ${count}`
}

/** The indexes of filters are created after the entries, because that is faster. */
export const DROP_FILTER_INDEXES = `do $$
  declare each record;
  begin
    create table bench_indexes as select indexdef from pg_indexes
      where tablename = 'audit_entries' and indexname like 'audit_entries_of_%';
    for each in select indexname from pg_indexes
      where tablename = 'audit_entries' and indexname like 'audit_entries_of_%' loop
      execute 'drop index ' || each.indexname;
    end loop;
  end $$`

export const CREATE_FILTER_INDEXES = `do $$
  declare each record;
  begin
    for each in select indexdef from bench_indexes loop execute each.indexdef; end loop;
    drop table bench_indexes;
  end $$`
