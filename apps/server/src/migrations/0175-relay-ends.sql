-- A send that a node would reject is ended without a transaction (WOULD_FAIL). The signatures of a send
-- are erased when it has ended, because nobody needs them any more.
alter table relay_sends
  drop constraint relay_sends_failure,
  add constraint relay_sends_failure
    check ((state = 'FAILED') = (failure is not null)
      and (failure is null or failure in ('EXPIRED', 'REJECTED', 'STOPPED', 'WOULD_FAIL'))),
  alter column intent drop not null,
  alter column permit drop not null,
  add constraint relay_sends_signed
    check (state in ('DONE', 'FAILED') or (intent is not null and permit is not null));

update relay_sends set intent = null, permit = null where state in ('DONE', 'FAILED');

-- Relayed sends expire, so they do not wait behind other payouts.
create index payouts_relays_next on payouts (chain_id, id)
  where state = 'QUEUED' and purpose = 'RELAY';
