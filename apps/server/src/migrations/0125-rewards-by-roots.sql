-- A round with many recipients is paid by a root of the distributor instead of one transfer a member.
-- The first batch of a settlement decides; rounds until now are paid by transfers.
alter table season_rounds add column way text not null default 'DIRECT'
  constraint season_rounds_way check (way in ('DIRECT', 'ROOT'));

-- Where rewards of one token are distributed, and how far the next root is. A distributor belongs to the
-- account that deploys its contract: after a change of the treasury's key, another one begins.
create table distributors (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  token text not null,
  symbol text not null,
  decimals integer not null,
  account text not null,
  -- Null until the contract is deployed.
  contract text,
  step text not null default 'IDLE' constraint distributors_step check (step in
    ('IDLE', 'COLLECTING', 'FUNDING', 'CHECKING', 'HASHING', 'POSTING', 'RELEASING')),
  -- The number of the root that is being made, or of the last one.
  number bigint not null default 0,
  -- The last reward of the previous batch.
  after_season bigint not null default 0,
  after_member bigint not null default 0,
  after_round bigint not null default 0,
  -- What the root that is being made adds to the amounts of the posted one.
  increase numeric(78, 0) not null default 0 constraint distributors_increase check (increase >= 0),
  posted numeric(78, 0) not null default 0 constraint distributors_posted check (posted >= 0),
  claimed numeric(78, 0) not null default 0,
  -- The sum of transfers to the contract that are final, the one that is requested, and their count.
  funded numeric(78, 0) not null default 0,
  funding numeric(78, 0) not null default 0 constraint distributors_funding check (funding >= 0),
  fundings integer not null default 0,
  -- After a failed call the next attempt waits until then.
  retry_at timestamptz,
  started_at timestamptz,
  -- The last final block whose claims are recorded; null before the first.
  scanned_to bigint,
  created_at timestamptz not null,
  constraint distributors_once unique (chain_id, token, account),
  constraint distributors_deployed check (step = 'IDLE' or contract is not null),
  constraint distributors_covered check (posted <= funded),
  constraint distributors_claimed check (claimed between 0 and posted)
);

-- OWED is not yet in a posted root. CLAIMABLE is, and never expires.
alter table round_rewards
  add column distributor_id bigint references distributors (id),
  add column root_number bigint,
  drop constraint round_rewards_state_known,
  add constraint round_rewards_state_known
    check (state in ('WAITING', 'PENDING', 'OWED', 'CLAIMABLE', 'PAID', 'EXPIRED')),
  add constraint round_rewards_root check ((distributor_id is null) = (root_number is null)),
  add constraint round_rewards_in_root check (case when distributor_id is null
    then state <> 'CLAIMABLE' else state in ('OWED', 'CLAIMABLE', 'PAID') end);
create index round_rewards_owed on round_rewards (season_id, member_id, round_id)
  where state = 'OWED' and root_number is null;
create index round_rewards_of_root on round_rewards (distributor_id, root_number, member_id)
  where distributor_id is not null;
create index round_rewards_of_leaf on round_rewards (distributor_id, address)
  where distributor_id is not null;
create index round_rewards_claimable on round_rewards (member_id) where state = 'CLAIMABLE';

-- A posted amount cannot be taken back, so the reward behind it stays as it is until it is paid.
create function round_rewards_posted_kept() returns trigger language plpgsql as $$
begin
  raise exception 'A reward of a posted root cannot change' using errcode = 'check_violation',
    constraint = 'round_rewards_posted_kept';
end $$;
create trigger round_rewards_posted_kept before update on round_rewards for each row
  when (old.state in ('CLAIMABLE', 'PAID') and old.distributor_id is not null
    and ((new.amount, new.distributor_id, new.root_number) is distinct from
        (old.amount, old.distributor_id, old.root_number)
      or new.address is distinct from old.address
      or new.state not in (old.state, 'PAID')))
  execute function round_rewards_posted_kept();

alter table distribution_leaves
  -- What the account has claimed in final blocks.
  add column claimed numeric(78, 0) not null default 0,
  drop constraint distribution_leaves_grow,
  -- A reward that is held before the root is posted leaves the amount as it was.
  add constraint distribution_leaves_grow check (before >= 0 and cumulative >= before and cumulative > 0),
  add constraint distribution_leaves_claimed check (claimed between 0 and cumulative);

alter table distribution_claims
  add column tx_hash text,
  add column ended_at timestamptz;

-- All hashes of the tree of a root, 1024 a row, so that a proof reads single hashes instead of all shares.
create table distribution_nodes (
  root_id bigint not null references distribution_roots (id),
  page integer not null,
  hashes bytea not null,
  primary key (root_id, page)
);
-- Hashes cannot be compressed, and uncompressed values can be read in part.
alter table distribution_nodes alter column hashes set storage external;
