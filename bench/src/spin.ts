import { requestsPerSecond, requestText, type Load } from './load.ts'
import { AT, MEMBERS } from './statements.ts'

/** Gives every member more tickets than a run can spend. */
export function giveTickets(seasonId: number): string {
  return `select count(p.transaction_id) from generate_series(1, ${MEMBERS}) as m,
    lateral ledger_post('BENCH', 'bench-tickets:${seasonId}:' || m, ${AT}, '{}', jsonb_build_array(
      jsonb_build_object('system', 'ISSUANCE', 'asset', 'TICKET', 'scope', 'season:${seasonId}', 'amount', '-1000000'),
      jsonb_build_object('member', m, 'asset', 'TICKET', 'scope', 'season:${seasonId}', 'amount', '1000000'))) as p`
}

/** Inserts the rows that the server would create itself, for use by pgbench. */
export function prepareSpins(seasonId: number): string {
  return `insert into season_members (season_id, member_id, free_spins_day, free_spins_used)
      select ${seasonId}, m, current_date, 1 from generate_series(1, ${MEMBERS}) as m;
    insert into spin_commitments (season_id, member_id, nonce, commitment, odds, sealed_seed, created_at)
      select ${seasonId}, m, 0, 'bench-' || m, '', repeat('x', 80), ${AT} from generate_series(1, ${MEMBERS}) as m`
}

/**
 * Returns the transaction of one paid spin for pgbench: the reads that decide it and its writes. The
 * session, the rate limit and the balances in the response are left to the server's side of the
 * comparison, because a baseline that repeats them would hide their cost.
 */
export function spinScript(seasonId: number): string {
  const mine = `season_id = ${seasonId} and member_id = :member`
  const scope = `'season:${seasonId}'`
  const entry = (holder: string, asset: string, amount: string) =>
    `jsonb_build_object(${holder}, 'asset', '${asset}', 'scope', ${scope}, 'amount', '${amount}')`
  const entries = [
    entry(`'member', :member::bigint`, 'SEASON_XP', '10'),
    entry(`'system', 'ISSUANCE'`, 'SEASON_XP', '-10'),
    entry(`'member', :member::bigint`, 'XP', '10'),
    entry(`'system', 'ISSUANCE'`, 'XP', '-10'),
    entry(`'member', :member::bigint`, 'TICKET', '-1'),
    entry(`'system', 'SPIN'`, 'TICKET', '1'),
  ]
  return `\\set member random(1, ${MEMBERS})
\\set key random(1, 1000000000000000)
begin;
insert into idempotency_keys as k (caller, call, key, request_hash, created_at)
  values ('member:' || :member, 'bench.spin', :key::text, 'hash', ${AT}) on conflict (caller, call, key) do nothing;
select check_ins, check_in_xp, free_spins_day::text, free_spins_used from season_members where ${mine} for update;
select
  (select version from seasons where id = ${seasonId} and state = 'PUBLISHED') as version,
  (select deleted_at is not null from members where id = :member) as gone,
  (select xp from season_standings where ${mine}) as season_xp,
  (select balance from ledger_accounts where member_id = :member and asset = 'TICKET' and scope = ${scope}) as tickets,
  (select max(day)::text from mission_completions where ${mine} and mission_id = 2) as last_day,
  (select opened_at from mission_opens where season_id = ${seasonId} and mission_id = 2 and member_id = :member) as opened_at,
  (select remaining from mission_budgets where season_id = ${seasonId} and mission_id = 2) as remaining,
  c.nonce as nonce, c.commitment as seen, c.odds as odds, c.sealed_seed as sealed,
  (select max(nonce) from spin_commitments where ${mine}) as last_nonce
  from (values (1)) as one
  left join spin_commitments c on c.season_id = ${seasonId} and c.member_id = :member and c.revealed_at is null \\gset
with history as (
  insert into histories (season_id, member_id, tab, kind, mission_id, xp, tickets, status, data, created_at)
  values (${seasonId}, :member, 'Earned', 'SPIN', 2, 10, -1, 'COMPLETED', jsonb_build_object('prizeIndex', 0, 'usedTicket', true), ${AT}) returning id
), posted as (
  select transaction_id from ledger_post('SPIN', 'bench-spin:' || :member || ':' || :key, ${AT},
    (select jsonb_build_object('missionId', 2, 'roundId', id) from season_rounds where season_id = ${seasonId} and number = 1),
    jsonb_build_array(${entries.join(', ')}))
), changed as (
  update season_members set spins = spins + 1, free_spins_day = current_date, free_spins_used = 1 where ${mine}
), revealed as (
  update spin_commitments set server_seed = repeat('a', 64), client_seed = 'bench', prize_index = 0,
    used_ticket = true, revealed_at = ${AT}, history_id = (select id from history)
  where ${mine} and nonce = :nonce and revealed_at is null returning season_id, member_id
), committed as (
  insert into spin_commitments (season_id, member_id, nonce, commitment, odds, sealed_seed, created_at)
  select season_id, member_id, :nonce + 1, gen_random_uuid()::text || gen_random_uuid()::text, '', repeat('x', 80), ${AT} from revealed
) select history.id from history, posted, revealed;
update idempotency_keys set reply = json_build_object('padding', repeat('x', 900))
  where caller = 'member:' || :member and call = 'bench.spin' and key = :key::text;
commit;`
}

/** A server with a running season, and sessions of members with tickets. */
export type SpinRun = { server: URL; sessions: readonly string[]; seasonId: number }

/** Returns the paid spins per second through the server. */
export function spinsPerSecond(
  { server, sessions, seasonId }: SpinRun,
  load: Load,
): Promise<number> {
  return requestsPerSecond(server, load, (turn) =>
    requestText(server, {
      method: 'POST',
      path: `/v1/private/seasons/${seasonId}/missions/2/execute`,
      headers: {
        origin: server.origin,
        cookie: sessions[turn % sessions.length] ?? '',
        'idempotency-key': `${performance.now()}-${turn}`,
      },
      body: { clientSeed: 'bench' },
    }),
  )
}
