-- The mails about proposals, so that none is sent twice when its job is repeated.
create table approval_mails (
  approval_id bigint not null references approvals (id),
  operator_id bigint not null references operators (id),
  event text not null,
  mailed_at timestamptz,
  primary key (approval_id, operator_id, event)
);
