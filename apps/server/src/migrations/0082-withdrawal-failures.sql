-- Members see why a withdrawal failed. Earlier failures keep what their payouts say of it.
alter table invite_withdrawals add column failure text,
  add constraint invite_withdrawals_failure_known
    check (failure in ('NETWORK', 'LIMIT', 'PAUSED', 'WALLET', 'CANCELLED'));

update invite_withdrawals w
  set failure = case when p.failure = 'The token refused the transfer' then 'NETWORK' else 'CANCELLED' end
  from payouts p
  where w.status = 'FAILED' and p.state = 'FAILED' and p.key = 'withdrawal:' || w.id;
