-- Statistics of seasons by programme day. A job aggregates ledger transactions behind a cursor; the
-- writes of members know nothing of these tables.

-- Everything up to ledger_transaction is aggregated, in the transaction that moved the cursor.
create table statistics_progress (
  is_only_row boolean primary key default true check (is_only_row),
  ledger_transaction bigint not null default 0,
  -- All transactions that were committed before this instant are included.
  aggregated_at timestamptz,
  -- Refusals from this hour on are counted again, because an hour that runs still grows.
  refusals_from timestamptz
);
insert into statistics_progress default values;

-- The amounts of members' accounts by kind of posting. mission_id is 0 for everything else.
create table season_days (
  season_id bigint not null,
  day date not null,
  kind text not null,
  mission_id integer not null,
  asset text not null,
  credited numeric(78, 0) not null,
  debited numeric(78, 0) not null,
  postings bigint not null,
  primary key (season_id, day, kind, mission_id, asset)
);

-- Members who acted on a day, and those for whom it was the first day.
create table season_attendance (
  season_id bigint not null,
  day date not null,
  participants bigint not null,
  newcomers bigint not null,
  primary key (season_id, day)
);

-- How far a member came. Each bit of days is a day of the season, so that a day counts a member once
-- in whatever order transactions arrive.
create table season_participants (
  season_id bigint not null,
  member_id bigint not null,
  days bit(400) not null,
  check_ins integer not null,
  missions integer not null,
  purchases integer not null,
  is_paid boolean not null,
  primary key (season_id, member_id)
) with (fillfactor = 80);

-- Draws of the wheel by the odds that were declared for them.
create table season_draws (
  season_id bigint not null,
  day date not null,
  odds text not null,
  prize_index integer not null,
  draws bigint not null,
  primary key (season_id, day, odds, prize_index)
);

-- Tokens that members paid and got back, in the smallest unit.
create table season_payments (
  season_id bigint not null,
  day date not null,
  flow text not null check (flow in ('INCOME', 'REFUND', 'REVERSAL')),
  symbol text not null,
  decimals integer not null,
  amount numeric(78, 0) not null,
  purchases bigint not null,
  primary key (season_id, day, flow, symbol, decimals)
);

create table season_refusals (
  season_id bigint not null,
  hour_started_at timestamptz not null,
  code integer not null,
  refusals bigint not null,
  primary key (season_id, hour_started_at, code)
);

create table push_days (
  day date primary key,
  sent bigint not null,
  dropped bigint not null
);

-- Counts over all members of a season, taken after each aggregation.
create table season_snapshots (
  season_id bigint primary key,
  taken_at timestamptz not null,
  registered bigint not null,
  joined bigint not null,
  checked_in bigint not null,
  with_mission bigint not null,
  with_purchase bigint not null,
  with_reward bigint not null,
  -- The number of members in each tier, from the lowest.
  tiers jsonb not null
);
