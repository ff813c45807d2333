-- The network of a log-in as a keyed fingerprint, so that a burst of sign-ups from one network can be
-- found. It is deleted with its session.
alter table sessions add column network text;

-- The keys by which a member may be linked to others, as keyed fingerprints. The assessment writes
-- them from facts that exist elsewhere; a key says nothing without a second member who has it.
create table hold_links (
  member_id bigint not null references members (id),
  kind text not null constraint hold_links_kind
    check (kind in ('FUNDING', 'DEVICE', 'MAILBOX', 'NAME', 'NETWORK', 'STAR')),
  key text not null,
  found_at timestamptz not null,
  primary key (member_id, kind, key)
);
create index hold_links_of_key on hold_links (kind, key, member_id);
create index hold_links_found on hold_links (found_at, member_id, kind, key);

-- Holds of payouts for fair play. Each has an end, and none is longer than 180 days.
create table holds (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  group_id bigint not null,
  state text not null
    constraint holds_state check (state in ('OPEN', 'UPHELD', 'RELEASED', 'LAPSED')),
  score integer not null,
  signals text[] not null,
  peers integer not null,
  opened_at timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz,
  appeal text,
  appealed_at timestamptz,
  answered_at timestamptz,
  constraint holds_signals check (cardinality(signals) > 0),
  constraint holds_until check (until > opened_at and until <= opened_at + interval '180 days'),
  constraint holds_ended check ((ended_at is null) = (state in ('OPEN', 'UPHELD'))),
  constraint holds_appealed check (appeal is null or appealed_at is not null)
);
-- A member has one hold at a time, however many processes assess.
create unique index holds_in_force on holds (member_id) where ended_at is null;
create index holds_of_member on holds (member_id, id desc);
create index holds_of_group on holds (group_id, id);
create index holds_to_end on holds (until, id) where ended_at is null;
create index holds_ended_by_time on holds (ended_at, id) where ended_at is not null;
create index holds_answered on holds (answered_at desc, id desc) where answered_at is not null;
create sequence hold_groups;

-- The members to whom a held one was linked when the hold was opened.
create table hold_peers (
  hold_id bigint not null references holds (id) on delete cascade,
  member_id bigint not null references members (id),
  signals text[] not null,
  score integer not null,
  primary key (hold_id, member_id)
);
create index hold_peers_of_member on hold_peers (member_id);

create table hold_decisions (
  id bigint generated always as identity primary key,
  hold_id bigint not null references holds (id) on delete cascade,
  decision text not null
    constraint hold_decisions_decision check (decision in ('RELEASE', 'UPHOLD')),
  answer text not null,
  reason text not null constraint hold_decisions_reason check (reason <> ''),
  until timestamptz,
  decided_by text not null,
  decided_at timestamptz not null,
  constraint hold_decisions_until check ((until is not null) = (decision = 'UPHOLD'))
);
create index hold_decisions_of_hold on hold_decisions (hold_id, id);

-- The published counts. They name nobody, so they stay when the holds are deleted.
create table hold_months (
  month text primary key,
  held integer not null default 0,
  released integer not null default 0,
  upheld integer not null default 0,
  lapsed integer not null default 0,
  appealed integer not null default 0,
  reversed integer not null default 0
);
