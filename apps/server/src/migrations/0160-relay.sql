-- The treasury pays the network for sends of members who have no coin (RELAY): the owner of the tokens signs
-- the send, and a contract of the programme executes it. Unlike the other calls, one belongs to a member.
alter table payouts
  drop constraint payouts_purpose_known,
  add constraint payouts_purpose_known check (purpose in ('WITHDRAWAL', 'REFUND', 'REWARD', 'CANCEL',
    'DEPLOY', 'FUND', 'ROOT', 'CLAIM', 'ANCHOR', 'RELAY')),
  drop constraint payouts_amount,
  add constraint payouts_amount check (amount >= 0
    and (amount = 0) = (purpose in ('CANCEL', 'DEPLOY', 'ROOT', 'CLAIM', 'ANCHOR', 'RELAY'))),
  add constraint payouts_relay check (purpose <> 'RELAY' or chain_id is not null),
  drop constraint payouts_creates,
  add constraint payouts_creates check ((purpose = 'DEPLOY') = (creates is not null)
    and (creates is null or creates in ('LOG_ANCHOR', 'DISTRIBUTOR', 'RELAY'))),
  drop constraint payouts_subject,
  add constraint payouts_subject
    check ((purpose in ('ROOT', 'ANCHOR', 'RELAY')) = (subject is not null));

alter table treasury_contracts
  drop constraint treasury_contracts_kind,
  add constraint treasury_contracts_kind check (kind in ('LOG_ANCHOR', 'DISTRIBUTOR', 'RELAY'));

create table relay_sends (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  chain_id bigint not null,
  -- The contract that executes the send. All addresses are in lower case.
  relay text not null,
  owner text not null,
  recipient text not null,
  token text not null,
  symbol text not null,
  decimals integer not null,
  amount numeric(78) not null constraint relay_sends_amount check (amount > 0),
  nonce numeric(78) not null,
  deadline timestamptz not null,
  -- The signatures of the owner.
  intent bytea not null constraint relay_sends_intent check (length(intent) = 65),
  permit bytea not null constraint relay_sends_permit check (length(permit) = 65),
  -- The programme month whose quota it uses.
  month text not null,
  -- The highest fee in the smallest unit of the coin, which counts until the paid one is known.
  fee_max numeric(78) not null,
  payout_id bigint references payouts (id),
  state text not null
    constraint relay_sends_state check (state in ('QUEUED', 'SENT', 'DONE', 'FAILED')),
  failure text constraint relay_sends_failure
    check ((state = 'FAILED') = (failure is not null)
      and (failure is null or failure in ('EXPIRED', 'REJECTED', 'STOPPED'))),
  tx_hash text,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- An intent is sent once, also if two requests arrive together.
  constraint relay_sends_once unique (chain_id, relay, owner, nonce)
);

-- For the list of a member and the quota of a month.
create index relay_sends_of_member on relay_sends (member_id, id);
-- For the fees of a day.
create index relay_sends_of_day on relay_sends (chain_id, created_at);
-- For an operator who follows a payout to its send.
create index relay_sends_of_payout on relay_sends (payout_id);
