-- The language of mails to a person, taken from the latest sign-in.
alter table operators
  add column language text not null default 'en'
    constraint operators_language_known check (language in ('en', 'ko'));

-- A passkey, or a password together with an authenticator app.
create table operator_factors (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  kind text not null,
  label text not null,
  credential_id text,
  public_key text,
  sign_count bigint,
  transports text[],
  password_hash text,
  -- Sealed with a key that is not in the database.
  totp_secret text,
  -- The latest time step whose code was used; each step works once.
  totp_step bigint,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint operator_factors_kind_known check (kind in ('PASSKEY', 'TOTP')),
  constraint operator_factors_complete check (
    case kind
      when 'PASSKEY' then credential_id is not null and public_key is not null and sign_count is not null
        and password_hash is null and totp_secret is null
      else password_hash is not null and totp_secret is not null and credential_id is null
    end),
  constraint operator_factors_credential_key unique (credential_id)
);
create unique index operator_factors_one_totp on operator_factors (operator_id) where kind = 'TOTP';
create index operator_factors_of_operator on operator_factors (operator_id);

create table operator_recovery_codes (
  operator_id bigint not null references operators (id),
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

-- The code of an enrolment is generated when its mail is sent. Only its hash is stored.
create table operator_enrolments (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  code_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  mailed_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint operator_enrolments_code_key unique (code_hash)
);
create unique index operator_enrolments_open on operator_enrolments (operator_id)
  where used_at is null and revoked_at is null;
create index operator_enrolments_by_expiry on operator_enrolments (expires_at);

-- A sign-in between its two steps: after a password, or while a passkey signs the challenge.
create table operator_logins (
  login_hash text primary key,
  operator_id bigint references operators (id),
  challenge text,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  constraint operator_logins_kind check ((operator_id is null) = (challenge is not null))
);
create index operator_logins_by_expiry on operator_logins (expires_at);

create table operator_sessions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  token_hash text not null,
  factor text not null,
  device text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ends_at timestamptz not null,
  stepped_up_until timestamptz,
  step_up_challenge text,
  ended_at timestamptz,
  constraint operator_sessions_factor_known check (factor in ('PASSKEY', 'TOTP')),
  constraint operator_sessions_token_key unique (token_hash)
);
create index operator_sessions_of_operator on operator_sessions (operator_id) where ended_at is null;
create index operator_sessions_by_end on operator_sessions (ends_at);

-- The browsers in which an operator has signed in before, as hashes of a cookie.
create table operator_devices (
  operator_id bigint not null references operators (id),
  device_hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (operator_id, device_hash)
);
create index operator_devices_by_use on operator_devices (last_seen_at);

-- Events about which a person receives a mail.
create table operator_notices (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  event text not null,
  device text,
  created_at timestamptz not null,
  mailed_at timestamptz,
  constraint operator_notices_event_known check (event in ('NEW_DEVICE', 'FACTORS_CHANGED', 'ENROLLED_AGAIN'))
);
create index operator_notices_by_age on operator_notices (created_at);

-- Disabling an operator or changing a role ends the sessions at once, whichever code does it.
create function operators_end_sessions() returns trigger language plpgsql as $$
begin
  update operator_sessions
    set ended_at = coalesce(new.disabled_at, new.role_changed_at, last_used_at)
    where operator_id = new.id and ended_at is null;
  return null;
end $$;
create trigger operators_end_sessions after update on operators for each row
  when (old.role <> new.role or (old.disabled_at is null and new.disabled_at is not null))
  execute function operators_end_sessions();
