-- The treasury also calls contracts of the programme: it deploys them (DEPLOY), funds a distributor
-- (FUND), posts the root of a distribution (ROOT), claims for members (CLAIM), and anchors the points log
-- (ANCHOR). Such a call is a payout like the others, but belongs to no member.
alter table payouts
  alter column member_id drop not null,
  -- The kind of contract that a DEPLOY creates.
  add column creates text,
  -- What a call is about: the row of a ROOT, the tree size of an ANCHOR.
  add column subject bigint,
  drop constraint payouts_purpose_known,
  add constraint payouts_purpose_known check (purpose in ('WITHDRAWAL', 'REFUND', 'REWARD', 'CANCEL',
    'DEPLOY', 'FUND', 'ROOT', 'CLAIM', 'ANCHOR')),
  drop constraint payouts_amount,
  add constraint payouts_amount check (amount >= 0
    and (amount = 0) = (purpose in ('CANCEL', 'DEPLOY', 'ROOT', 'CLAIM', 'ANCHOR'))),
  add constraint payouts_member check (member_id is not null or purpose = 'CANCEL'
    or (purpose in ('DEPLOY', 'FUND', 'ROOT', 'CLAIM', 'ANCHOR') and chain_id is not null)),
  add constraint payouts_call_of_nobody check (member_id is null
    or purpose not in ('DEPLOY', 'FUND', 'ROOT', 'CLAIM', 'ANCHOR')),
  add constraint payouts_creates check ((purpose = 'DEPLOY') = (creates is not null)
    and (creates is null or creates in ('LOG_ANCHOR', 'DISTRIBUTOR'))),
  add constraint payouts_subject check ((purpose in ('ROOT', 'ANCHOR')) = (subject is not null));

-- The contracts that the treasury deployed. One belongs to the account that deployed it: after a change
-- of the treasury's key, others are deployed.
create table treasury_contracts (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  kind text not null constraint treasury_contracts_kind check (kind in ('LOG_ANCHOR', 'DISTRIBUTOR')),
  -- The token that a distributor pays.
  token text,
  address text not null,
  account text not null,
  payout_id bigint not null references payouts (id),
  deployed_at timestamptz not null,
  constraint treasury_contracts_token check ((kind = 'DISTRIBUTOR') = (token is not null)),
  constraint treasury_contracts_once unique nulls not distinct (chain_id, kind, token, account),
  constraint treasury_contracts_address unique (chain_id, address)
);

-- The newest anchor of the points log, which every reader of the log asks for.
create index payouts_anchors on payouts (id) where purpose = 'ANCHOR';
