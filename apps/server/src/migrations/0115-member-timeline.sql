-- The timeline of a member reads every source from its newest entry on, by time and id, so that a
-- page costs the same however much happened before and after it. A large deployment creates the
-- indexes concurrently beforehand (docs/deployment.md).

-- Every history entry is in one of the two, by the group in which the timeline shows it.
create index if not exists histories_earned_by_time on histories (member_id, season_id, created_at desc, id desc)
  where kind not in ('PURCHASE', 'REFUND', 'ROUND_REWARD');
create index if not exists histories_paid_by_time on histories (member_id, season_id, created_at desc, id desc)
  where kind in ('PURCHASE', 'REFUND', 'ROUND_REWARD');

create index if not exists orders_without_history on orders (member_id, created_at desc, id desc)
  where history_id is null;
create index if not exists refunds_by_request on refunds (member_id, requested_at desc, id desc);
create index if not exists refunds_by_decision on refunds (member_id, decided_at desc, id desc)
  where decided_at is not null;
create index if not exists refunds_of_season_by_request on refunds
  (member_id, season_id, requested_at desc, id desc);
create index if not exists refunds_of_season_by_decision on refunds
  (member_id, season_id, decided_at desc, id desc) where decided_at is not null;
create index if not exists invite_claims_of_referrals on invite_claims (member_id, created_at desc, id desc)
  where type = 'REFERRAL';
create index if not exists invite_withdrawals_by_time on invite_withdrawals (member_id, created_at desc, id desc);
create index if not exists invite_referrals_by_time on invite_referrals
  (referrer_id, qualified_at desc, friend_id desc);
create index if not exists invite_referrals_of_season_by_time on invite_referrals
  (referrer_id, season_id, qualified_at desc, friend_id desc);
create index if not exists payouts_by_time on payouts (member_id, created_at desc, id desc);

create index if not exists alerts_by_time on alerts (member_id, created_at desc, id desc);
create index if not exists security_events_by_time on security_events (member_id, created_at desc, id desc);

create index if not exists audit_entries_adjusting_xp on audit_entries (subject, at desc, id desc)
  where action = 'member.adjust' and data ->> 'asset' in ('SEASON_XP', 'XP', 'TICKET');
create index if not exists audit_entries_adjusting_money on audit_entries (subject, at desc, id desc)
  where action = 'member.adjust' and data ->> 'asset' not in ('SEASON_XP', 'XP', 'TICKET');
create index if not exists audit_entries_adjusting_in_season on audit_entries
  (subject, (data ->> 'scope'), at desc, id desc) where action = 'member.adjust';
create index if not exists audit_entries_by_time on audit_entries (subject, at desc, id desc)
  where action not in ('member.adjust', 'member.add-note');

-- Acts on something of a member, such as a payout or a refund.
create index if not exists audit_entries_naming_member on audit_entries
  ((data ->> 'userId'), at desc, id desc) where subject not like 'member:%';

create index if not exists member_refusals_by_time on member_refusals (member_id, first_at desc, id desc);
create index if not exists member_refusals_of_season_by_time on member_refusals
  (member_id, (subject ->> 'seasonId'), first_at desc, id desc);

-- Notes of operators about a member, which no call of members returns. They are deleted with the
-- account.
create table if not exists member_notes (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  operator_id bigint not null references operators (id),
  text text not null check (length(text) between 1 and 1000),
  created_at timestamptz not null
);
create index if not exists member_notes_by_time on member_notes (member_id, created_at desc, id desc);

-- What follows locks whole tables, so it comes last and reads no rows.
drop index if exists invite_referrals_of_referrer;
drop index if exists alerts_of_member;
drop index if exists security_events_of_member;

-- Names a session to operators, because its id is part of its tokens. An identity would rewrite the
-- table under this lock; migration 0117 numbers the existing rows after it has been released.
alter table sessions add column if not exists number bigint;
create sequence if not exists sessions_number_first;
alter table sessions alter column number set default nextval('sessions_number_first');
