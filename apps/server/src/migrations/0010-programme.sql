-- A season is a set of rows. Members see it once it is published; every change of its rows counts
-- its version up, so that a process knows when what it remembers is old.
create table seasons (
  id bigint generated always as identity primary key,
  state text not null default 'DRAFT',
  version bigint not null default 1,
  title jsonb not null,
  description jsonb not null,
  image_url text,
  start_at timestamptz not null,
  end_at timestamptz not null,
  reward_symbol text not null,
  reward_decimals integer not null,
  xp_per_level integer not null,
  top_level integer not null,
  check_in_base_xp integer not null,
  check_in_bonus_every integer not null,
  check_in_bonus_xp integer not null,
  free_spins_per_day integer not null,
  tickets_per_spin integer not null,
  -- As it was drafted: what publication and every later change is judged by.
  plan jsonb not null,
  created_at timestamptz not null,
  published_at timestamptz,
  constraint seasons_state_known check (state in ('DRAFT', 'PUBLISHED')),
  constraint seasons_published check ((state = 'PUBLISHED') = (published_at is not null)),
  constraint seasons_end_after_start check (end_at > start_at),
  -- The order of the ranking has room for the milliseconds of so many days.
  constraint seasons_not_too_long check (end_at - start_at <= interval '180 days')
);
create index seasons_by_time on seasons (start_at) where state = 'PUBLISHED';

create table season_rounds (
  id bigint generated always as identity primary key,
  season_id bigint not null references seasons (id) on delete cascade,
  number integer not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  -- In the smallest unit of the season's token.
  pool numeric(78, 0) not null,
  settled_at timestamptz,
  constraint season_rounds_number unique (season_id, number),
  constraint season_rounds_end_after_start check (end_at > start_at),
  constraint season_rounds_pool check (pool >= 0)
);

create table season_tiers (
  id bigint generated always as identity primary key,
  season_id bigint not null references seasons (id) on delete cascade,
  name jsonb not null,
  emblem text not null,
  min_xp integer not null,
  bonus_percent integer not null,
  tickets_per_day integer not null,
  constraint season_tiers_min_xp unique (season_id, min_xp)
);

create table season_level_bonuses (
  season_id bigint not null references seasons (id) on delete cascade,
  from_level integer not null,
  percent integer not null,
  primary key (season_id, from_level)
);

create table season_prizes (
  season_id bigint not null references seasons (id) on delete cascade,
  position integer not null,
  xp integer not null,
  weight integer not null,
  primary key (season_id, position)
);

create table season_banners (
  id bigint generated always as identity primary key,
  season_id bigint not null references seasons (id) on delete cascade,
  position integer not null,
  title jsonb not null,
  image_url text not null,
  link_url text,
  constraint season_banners_position unique (season_id, position)
);

create table season_missions (
  season_id bigint not null references seasons (id) on delete cascade,
  mission_id integer not null,
  type text not null,
  category text not null,
  title jsonb not null,
  description jsonb not null,
  image_url text,
  link_url text,
  reward_xp integer,
  repeat text not null,
  proof jsonb,
  max_completions integer,
  primary key (season_id, mission_id)
);

-- What a member has done in a season. Whoever acts for the member locks this row, so one member's
-- actions take turns and nobody else's do.
create table season_members (
  season_id bigint not null references seasons (id),
  member_id bigint not null references members (id),
  check_ins integer not null default 0,
  check_in_xp bigint not null default 0,
  -- How many commitments of the spin were revealed: the number of the open one.
  spins integer not null default 0,
  free_spins_day date,
  free_spins_used integer not null default 0,
  primary key (season_id, member_id)
) with (fillfactor = 70);

-- A second check-in of a day, a second claim, a mission done twice: the key refuses it.
create table mission_completions (
  season_id bigint not null,
  mission_id integer not null,
  member_id bigint not null,
  -- The programme's day, or 'once'.
  slot text not null,
  day date not null,
  history_id bigint not null,
  -- No foreign key to the mission: it would be a lock on one row that every member takes.
  primary key (season_id, member_id, mission_id, slot)
);

-- Of missions that are rationed: members wait for each other here and nowhere else.
create table mission_budgets (
  season_id bigint not null,
  mission_id integer not null,
  remaining integer not null constraint mission_budgets_not_negative check (remaining >= 0),
  primary key (season_id, mission_id),
  foreign key (season_id, mission_id) references season_missions (season_id, mission_id) on delete cascade
);

create table mission_opens (
  season_id bigint not null,
  mission_id integer not null,
  member_id bigint not null references members (id),
  opened_at timestamptz not null,
  primary key (season_id, mission_id, member_id)
);

-- An address proves a mission once in a season, whoever has it registered.
create table mission_addresses (
  season_id bigint not null,
  mission_id integer not null,
  address text not null,
  member_id bigint not null,
  slot text not null,
  primary key (season_id, mission_id, address, slot)
);

create table mission_alarms (
  member_id bigint not null references members (id),
  season_id bigint not null,
  mission_id integer not null,
  enabled boolean not null,
  updated_at timestamptz not null,
  primary key (member_id, season_id, mission_id),
  foreign key (season_id, mission_id) references season_missions (season_id, mission_id)
);
create index mission_alarms_on on mission_alarms (season_id, mission_id) where enabled;

-- One open commitment per member and season. The seed is sealed until it is revealed: who reads the
-- database must not be able to pick a client seed that wins.
create table spin_commitments (
  season_id bigint not null,
  member_id bigint not null,
  nonce integer not null,
  commitment text not null,
  -- The odds the commitment covers, as they were hashed.
  odds text not null,
  sealed_seed text not null,
  server_seed text,
  client_seed text,
  prize_index integer,
  used_ticket boolean,
  history_id bigint,
  created_at timestamptz not null,
  revealed_at timestamptz,
  primary key (season_id, member_id, nonce),
  constraint spin_commitments_commitment unique (commitment),
  constraint spin_commitments_revealed check ((server_seed is null) = (revealed_at is null)),
  constraint spin_commitments_drawn check ((prize_index is null) = (history_id is null))
);
create unique index spin_commitments_one_open on spin_commitments (season_id, member_id) where revealed_at is null;

create table histories (
  id bigint generated always as identity primary key,
  season_id bigint not null,
  member_id bigint not null references members (id),
  tab text not null,
  kind text not null,
  mission_id integer,
  product_id bigint,
  user_product_id bigint,
  round_id bigint,
  xp bigint not null default 0,
  tickets bigint not null default 0,
  reward numeric(78, 0),
  status text not null,
  tx_hash text,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  constraint histories_tab_known check (tab in ('Earned', 'Purchased'))
);
create index histories_of_member on histories (member_id, season_id, tab, id desc);

-- The ranking. It follows the ledger: whatever posts season XP moves a member, in one transaction.
-- The score is the XP above and, below it, how early it was reached, so one number is the order.
create table season_standings (
  season_id bigint not null,
  member_id bigint not null,
  xp bigint not null,
  score bigint not null,
  primary key (season_id, member_id)
) with (fillfactor = 80);
create index season_standings_order on season_standings (season_id, score desc, member_id) include (xp);

create table round_standings (
  round_id bigint not null,
  member_id bigint not null,
  xp bigint not null default 0,
  check_in_days integer not null default 0,
  primary key (round_id, member_id)
) with (fillfactor = 80);

-- Writers only append here and never wait for each other; a job folds it into the counts below.
create table ranking_moves (
  id bigint generated always as identity primary key,
  season_id bigint not null,
  from_score bigint,
  to_score bigint,
  round_id bigint,
  round_xp bigint not null default 0
);

-- How many members stand in each stretch of scores: 256 XP wide, one XP wide, and within one XP 70
-- minutes wide, because on its first day a season has many members with the same XP.
create table ranking_counts (
  season_id bigint not null,
  width smallint not null,
  stretch bigint not null,
  members bigint not null,
  primary key (season_id, width, stretch)
) with (fillfactor = 70);
create index ranking_counts_empty on ranking_counts (season_id) where members = 0;

create table round_totals (
  round_id bigint primary key,
  xp bigint not null
);

create table round_rewards (
  round_id bigint not null references season_rounds (id),
  member_id bigint not null references members (id),
  season_id bigint not null,
  amount numeric(78, 0) not null constraint round_rewards_not_nothing check (amount > 0),
  state text not null,
  address text,
  history_id bigint not null,
  created_at timestamptz not null,
  primary key (round_id, member_id),
  constraint round_rewards_state_known check (state in ('WAITING', 'PENDING', 'PAID', 'EXPIRED')),
  constraint round_rewards_goes_somewhere check (state in ('WAITING', 'EXPIRED') or address is not null)
);
create index round_rewards_of_member on round_rewards (member_id, season_id);
create index round_rewards_waiting on round_rewards (season_id) where state = 'WAITING';

-- 2^34 milliseconds are 198 days. Beyond half a billion XP the order no longer tells members apart.
create function season_score(p_xp bigint, p_start timestamptz, p_at timestamptz) returns bigint
language sql immutable as $$
  select least(p_xp, 536870910) * 17179869184 + 17179869183
    - greatest(0, least(17179869183, (extract(epoch from p_at - p_start) * 1000)::bigint))
$$;

create function season_xp_moved() returns trigger language plpgsql as $$
declare
  v_move record;
  v_from bigint;
  v_to bigint;
begin
  for v_move in
    select s.id as season_id, a.member_id, n.amount::bigint as xp, s.start_at, t.created_at,
      (t.data ->> 'roundId')::bigint as round_id, coalesce((t.data ->> 'checkInDay')::boolean, false) as check_in_day
    from added n join ledger_accounts a on a.id = n.account_id
    join ledger_transactions t on t.id = n.transaction_id
    join seasons s on s.id = substr(a.scope, 8)::bigint
    where a.asset = 'SEASON_XP' and a.member_id is not null and a.scope ~ '^season:[0-9]{1,18}$'
    order by a.member_id
  loop
    v_from := (select st.score from season_standings st
      where st.season_id = v_move.season_id and st.member_id = v_move.member_id and st.xp > 0);
    insert into season_standings as st (season_id, member_id, xp, score)
      values (v_move.season_id, v_move.member_id, v_move.xp,
        season_score(v_move.xp, v_move.start_at, v_move.created_at))
      on conflict (season_id, member_id) do update set xp = st.xp + excluded.xp,
        score = season_score(st.xp + excluded.xp, v_move.start_at, v_move.created_at)
      returning case when st.xp > 0 then st.score end into v_to;
    if v_move.round_id is not null then
      insert into round_standings as r (round_id, member_id, xp, check_in_days)
        values (v_move.round_id, v_move.member_id, v_move.xp, v_move.check_in_day::integer)
        on conflict (round_id, member_id) do update
          set xp = r.xp + excluded.xp, check_in_days = r.check_in_days + excluded.check_in_days;
    end if;
    insert into ranking_moves (season_id, from_score, to_score, round_id, round_xp)
      values (v_move.season_id, v_from, v_to, v_move.round_id,
        case when v_move.round_id is null then 0 else v_move.xp end);
  end loop;
  return null;
end $$;
-- Named to come after the trigger that moves the balances: by then the member's account is locked.
create trigger season_xp_moves_standings after insert on ledger_entries
  referencing new table as added for each statement execute function season_xp_moved();

-- Puts what was appended into the counts. One at a time; who comes second has nothing to do.
create function ranking_fold(p_limit integer) returns integer language plpgsql as $$
declare
  v_folded integer;
begin
  if not pg_try_advisory_xact_lock(7203151) then return 0; end if;
  with taken as (
    delete from ranking_moves where id in (select id from ranking_moves order by id limit p_limit)
    returning season_id, from_score, to_score, round_id, round_xp
  ), steps as (
    select season_id, from_score as score, -1 as change from taken where from_score is not null
    union all select season_id, to_score, 1 from taken where to_score is not null
  ), changes as (
    select season_id, width, score >> width as stretch, sum(change) as members
    from steps cross join (values (42::smallint), (34::smallint), (22::smallint)) as w(width)
    group by 1, 2, 3 having sum(change) <> 0
  ), counted as (
    insert into ranking_counts as c (season_id, width, stretch, members)
      select season_id, width, stretch, members from changes
      on conflict (season_id, width, stretch) do update set members = c.members + excluded.members
  ), totals as (
    insert into round_totals as r (round_id, xp)
      select round_id, sum(round_xp) from taken where round_id is not null group by round_id
      on conflict (round_id) do update set xp = r.xp + excluded.xp
  )
  select count(*) into v_folded from taken;
  delete from ranking_counts where members = 0;
  return v_folded;
end $$;

-- How many stand above a score: whole stretches from the counts, the rest by the index, and what is
-- not folded yet. One statement, so one moment.
create function ranking_above(p_season bigint, p_score bigint, p_member bigint) returns bigint
language sql stable as $$
  select
    coalesce((select sum(members) from ranking_counts
      where season_id = p_season and width = 42 and stretch > p_score >> 42), 0)
    + coalesce((select sum(members) from ranking_counts
      where season_id = p_season and width = 34
        and stretch > p_score >> 34 and stretch < ((p_score >> 42) + 1) << 8), 0)
    + coalesce((select sum(members) from ranking_counts
      where season_id = p_season and width = 22
        and stretch > p_score >> 22 and stretch < ((p_score >> 34) + 1) << 12), 0)
    -- What is not folded yet stands in the wrong stretch: what the index counts below is exact for
    -- its own stretch, so only moves between other stretches are corrected.
    + coalesce((select count(*) filter (where to_score >> 22 > p_score >> 22)
        - count(*) filter (where from_score >> 22 > p_score >> 22)
      from ranking_moves where season_id = p_season), 0)
    + (select count(*) from season_standings
      where season_id = p_season and score >= p_score and score < ((p_score >> 22) + 1) << 22
        and xp > 0 and (score > p_score or (score = p_score and member_id < p_member)))
$$;
