-- People sign in to the console; machines have a token. All operators so far have a token, so they are
-- machines. A server of the previous release still inserts operators, hence the default.
alter table operators
  add column kind text not null default 'MACHINE',
  add column email text,
  add column appointed_by bigint references operators (id),
  add column enrolled_at timestamptz,
  add column last_seen_at timestamptz,
  -- A demoted operator keeps counting as a possible approver for some days.
  add column former_role text,
  add column role_changed_at timestamptz,
  alter column token_hash drop not null,
  alter column expires_at drop not null;

alter table operators
  drop constraint operators_role_known,
  add constraint operators_role_known
    check (role in ('OWNER', 'PROGRAMME', 'SUPPORT', 'FINANCE', 'OPS', 'AUDITOR')),
  add constraint operators_former_role_known
    check (former_role in ('OWNER', 'PROGRAMME', 'SUPPORT', 'FINANCE', 'OPS', 'AUDITOR')),
  add constraint operators_kind_known check (kind in ('PERSON', 'MACHINE')),
  -- A person never has a token, so that no token can approve.
  add constraint operators_token_of_machines
    check ((kind = 'MACHINE') = (token_hash is not null) and (kind = 'MACHINE') = (expires_at is not null)),
  add constraint operators_email_of_people check ((kind = 'PERSON') = (email is not null)),
  add constraint operators_email_key unique (email);
