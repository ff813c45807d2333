-- What invites are worth. The newest row counts; the rules know what holds before there is one.
-- Amounts of the referral token are in millionths everywhere in this file.
create table invite_terms (
  id bigint generated always as identity primary key,
  first_invite_xp integer not null,
  total_invite_count integer not null,
  total_invite_xp integer not null,
  symbol text not null,
  referral_reward numeric(78, 0) not null,
  check_in_days integer not null,
  claim_delay_days integer not null,
  max_per_referrer numeric(78, 0) not null,
  season_budget numeric(78, 0) not null,
  min_withdraw numeric(78, 0) not null,
  max_withdraw_per_day numeric(78, 0) not null,
  created_at timestamptz not null,
  constraint invite_terms_not_negative check (least(first_invite_xp, total_invite_count, total_invite_xp,
    check_in_days, claim_delay_days) >= 0 and least(referral_reward, max_per_referrer, season_budget,
    min_withdraw, max_withdraw_per_day) >= 0)
);

-- XP once per season and kind; of the referral balance as often as there is something.
create table invite_claims (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  type text not null,
  season_id bigint references seasons (id),
  xp integer,
  amount numeric(78, 0),
  created_at timestamptz not null,
  constraint invite_claims_type_known check (type in ('FIRST_INVITE', 'TOTAL_INVITE', 'REFERRAL')),
  constraint invite_claims_gives_one check (
    case type when 'REFERRAL' then amount > 0 and xp is null and season_id is null
    else xp > 0 and amount is null and season_id is not null end)
);
create unique index invite_claims_once on invite_claims (member_id, season_id, type) where season_id is not null;
create index invite_claims_of_member on invite_claims (member_id);

-- A friend who has qualified. The fingerprint of the wallet stays when its owner leaves: a wallet
-- serves one referral ever, and nobody can read it from here.
create table invite_referrals (
  friend_id bigint primary key references members (id),
  referrer_id bigint not null references members (id),
  season_id bigint not null references seasons (id),
  wallet_fingerprint text not null,
  amount numeric(78, 0) not null,
  state text not null,
  qualified_at timestamptz not null,
  claimable_at timestamptz not null,
  claim_id bigint references invite_claims (id),
  constraint invite_referrals_wallet_once unique (wallet_fingerprint),
  constraint invite_referrals_not_oneself check (friend_id <> referrer_id),
  constraint invite_referrals_state_known check (state in ('EARNED', 'CLAIMED', 'CAPPED', 'VOID')),
  constraint invite_referrals_claimed check ((state = 'CLAIMED') = (claim_id is not null)),
  constraint invite_referrals_pays check (amount >= 0 and (state <> 'CAPPED' or amount = 0))
);
create index invite_referrals_of_referrer on invite_referrals (referrer_id, season_id);
create index invite_referrals_earned on invite_referrals (referrer_id, claimable_at) where state = 'EARNED';

-- What a season has promised for friends: who promises more takes turns here.
create table invite_budgets (
  season_id bigint primary key references seasons (id),
  promised numeric(78, 0) not null default 0 constraint invite_budgets_not_negative check (promised >= 0)
);

create table invite_withdrawals (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  amount numeric(78, 0) not null constraint invite_withdrawals_something check (amount > 0),
  symbol text not null,
  chain_id bigint not null,
  -- As it was registered when it was asked for. Empty once the member is gone.
  address text,
  status text not null,
  tx_hash text,
  -- The programme's day, which the daily limit counts by.
  day date not null,
  created_at timestamptz not null,
  constraint invite_withdrawals_status_known check (status in ('REQUESTED', 'SENT', 'CONFIRMED', 'FAILED'))
);
create index invite_withdrawals_of_member on invite_withdrawals (member_id, id desc);
