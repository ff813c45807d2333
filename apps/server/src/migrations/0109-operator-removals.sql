-- Mails about colleagues: the operator whom the event concerns (null for the recipient), who caused
-- it, and the new role. A person who lost rights receives a link with which to object; only its hash
-- is stored.
alter table operator_notices
  add column subject_id bigint references operators (id),
  add column caused_by bigint references operators (id),
  add column role text,
  add column code_hash text,
  add column objected_at timestamptz,
  drop constraint operator_notices_event_known;
alter table operator_notices
  add constraint operator_notices_event_known check (event in (
    'NEW_DEVICE', 'FACTORS_CHANGED', 'ENROLLED_AGAIN', 'DISABLED', 'ROLE_CHANGED',
    'COLLEAGUE_DISABLED', 'COLLEAGUE_ROLE_CHANGED', 'COLLEAGUE_FACTOR_ADDED', 'OBJECTION')),
  add constraint operator_notices_code_key unique (code_hash);

-- A factor approves proposals from this time on; one that was added without a passkey waits for a
-- day. A session stores the time of the factor that confirmed it last. The default is for processes
-- of the release before.
alter table operator_factors add column approves_from timestamptz not null default now();
update operator_factors set approves_from = created_at;
alter table operator_sessions add column approves_from timestamptz;
