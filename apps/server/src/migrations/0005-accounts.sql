alter table members add column referred_at timestamptz;
update members set referred_at = created_at where referred_by is not null;
-- Remembered for good: only the very first PIN is enrolled without anybody being told.
alter table members add column pin_first_set_at timestamptz;
alter table members add column pin_locked_at timestamptz;
-- A deleted member's row stays, without a name or address, because the ledger points at it.
alter table members add column deleted_at timestamptz;
alter table members add constraint members_referred_since check ((referred_by is null) = (referred_at is null));
alter table members add constraint members_deleted_disabled check (deleted_at is null or status = 'DISABLED');
create index members_by_referrer on members (referred_by, referred_at desc, id desc) where referred_by is not null;

-- The family of browser and system only, never the whole text a browser sends.
alter table sessions add column device text;

-- The id is drawn anew with every picture and is the whole secret of its address.
create table profile_images (
  id text primary key,
  member_id bigint not null references members (id),
  content_type text not null,
  content bytea not null,
  created_at timestamptz not null,
  constraint profile_images_one_each unique (member_id),
  constraint profile_images_type_known check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint profile_images_size check (octet_length(content) between 1 and 1048576)
);

-- A PIN key evaluates what the device has blinded; neither the PIN nor anything it could be tried
-- against is here. The key is sealed under a master key that lives outside the database.
create table pin_keys (
  id uuid primary key,
  member_id bigint not null references members (id),
  enrolment_id uuid not null,
  state text not null,
  sealed_key text not null,
  salt text not null,
  proof_hash text,
  -- Evaluations since the last right PIN, and how many right PINs there were.
  tries_used integer not null default 0,
  round integer not null default 0,
  created_at timestamptz not null,
  retired_at timestamptz,
  constraint pin_keys_enrolment unique (enrolment_id),
  constraint pin_keys_state_known check (state in ('ENROLLING', 'ACTIVE', 'RETIRED')),
  constraint pin_keys_proven check ((state = 'ENROLLING') = (proof_hash is null)),
  constraint pin_keys_retired check ((state = 'RETIRED') = (retired_at is not null)),
  constraint pin_keys_tries check (tries_used between 0 and 5)
);
create unique index pin_keys_one_active on pin_keys (member_id) where state = 'ACTIVE';
create index pin_keys_of_member on pin_keys (member_id);

-- Written and committed before the key is used. A right answer turns it into a token that one
-- sensitive call takes; of the token only a hash is kept.
create table pin_evaluations (
  id uuid primary key,
  pin_key_id uuid not null references pin_keys (id) on delete cascade,
  member_id bigint not null references members (id),
  round integer not null,
  attempt integer not null,
  created_at timestamptz not null,
  verified_at timestamptz,
  purpose text,
  failed_since integer,
  token_hash text,
  token_expires_at timestamptz,
  token_used_at timestamptz,
  constraint pin_evaluations_token unique (token_hash)
);
create index pin_evaluations_of_member on pin_evaluations (member_id);
create index pin_evaluations_of_key on pin_evaluations (pin_key_id);

-- What a member is told by mail, and what pauses withdrawals.
create table security_events (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  kind text not null,
  device text,
  created_at timestamptz not null,
  mailed_at timestamptz
);
create index security_events_of_member on security_events (member_id, created_at desc);

-- A keyed fingerprint of the address of a deleted account; it leads to no member.
create table blocked_emails (
  email_hash text primary key,
  blocked_until timestamptz not null
);

-- Why people leave. Who left is not written here.
create table deletion_reasons (
  id bigint generated always as identity primary key,
  reason text not null,
  reason_text text,
  created_on date not null,
  constraint deletion_reasons_known check (reason in ('NOT_USEFUL', 'DIFFICULT', 'PRIVACY', 'OTHER_SERVICE', 'OTHER'))
);
