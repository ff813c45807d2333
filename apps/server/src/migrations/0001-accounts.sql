create table members (
  id bigint generated always as identity primary key,
  email text not null,
  password_hash text not null,
  nickname text not null,
  nickname_key text generated always as (lower(nickname)) stored,
  language text not null default 'en',
  wallet_address text,
  referral_code text not null,
  referred_by bigint references members (id),
  status text not null default 'ACTIVE',
  terms_agreed_at timestamptz not null,
  privacy_agreed_at timestamptz not null,
  created_at timestamptz not null,
  constraint members_email_key unique (email),
  constraint members_nickname_key unique (nickname_key),
  constraint members_referral_code_key unique (referral_code),
  constraint members_wallet_address_key unique (wallet_address),
  constraint members_email_normalised check (email = lower(btrim(email))),
  constraint members_language_known check (language in ('en', 'ko')),
  constraint members_status_known check (status in ('ACTIVE', 'SUSPENDED', 'DISABLED')),
  constraint members_not_own_referrer check (referred_by <> id)
);

-- A session is a family of tokens. The tokens themselves are derived from the session key, the
-- family and its generation, so nothing a thief could present is stored.
create table sessions (
  id uuid primary key,
  member_id bigint not null references members (id),
  generation integer not null default 0,
  -- The newest tokens have been used, so whoever asked for them has them.
  received boolean not null default false,
  keep_logged_in boolean not null,
  created_at timestamptz not null,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_member on sessions (member_id) where ended_at is null;

-- One row per address and purpose: a new code takes the place of the old one.
create table verification_codes (
  email text not null,
  purpose text not null,
  code_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries_used integer not null default 0,
  verified_at timestamptz,
  primary key (email, purpose),
  constraint verification_codes_purpose_known check (purpose in ('SIGNUP', 'RESET')),
  constraint verification_codes_tries check (tries_used between 0 and 5)
);
