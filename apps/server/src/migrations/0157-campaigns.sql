-- Campaigns: excluded members, moments of a season, a share that is held out, a bound and the reason
-- for which a campaign was stopped. The defaults allow processes of the previous release to insert.
alter table campaigns
  add column exclude jsonb not null default '{}',
  add column moment jsonb,
  add column hold_out_percent smallint not null default 0
    constraint campaigns_hold_out_percent check (hold_out_percent between 0 and 50),
  add column seed text not null default '',
  -- The members that were counted when it was started, and the most that it may reach.
  add column expected_members integer,
  add column member_limit integer,
  add column tested_at timestamptz,
  add column begun_at timestamptz,
  add column stopped_for text
    constraint campaigns_stopped_for check (stopped_for in ('OPERATOR', 'NOTICE', 'LIMIT')),
  -- Members who were addressed or held out, and devices whose members disabled notices.
  add column members integer not null default 0,
  add column held_out integer not null default 0,
  add column switched_off integer not null default 0,
  add column effect jsonb;
create index campaigns_by_due on campaigns (due_at);

alter table notices
  add column published_by text,
  add column changed_at timestamptz;

-- Members whose actions are compared: those who were held out and a sample of those reached.
create table campaign_subjects (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  member_id bigint not null references members (id),
  is_held_out boolean not null,
  added_at timestamptz not null,
  primary key (campaign_id, member_id)
);
create index campaign_subjects_of_member on campaign_subjects (member_id);
create index campaign_subjects_by_age on campaign_subjects (added_at, campaign_id, member_id);

-- Tests of texts that operators sent to their own phones.
create table notice_tests (
  id bigint generated always as identity primary key,
  text_hash text not null,
  operator_id bigint not null references operators (id),
  sent_at timestamptz not null
);
create index notice_tests_of_text on notice_tests (text_hash, sent_at desc);
create index notice_tests_by_age on notice_tests (sent_at);
