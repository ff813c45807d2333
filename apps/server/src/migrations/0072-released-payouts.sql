-- A payout that gave its nonce back waits until the cancellation of that nonce is final: something that
-- was signed for it may still be mined there.
alter table payouts add column cancels bigint references payouts (id),
  add constraint payouts_cancels check (cancels is null or purpose = 'CANCEL');
create index payouts_cancels on payouts (cancels) where cancels is not null;

-- Of those on their way nobody wrote down whose nonce it was: the last payout of the member that waits.
update payouts c set cancels = (select p.id from payouts p
    where p.member_id = c.member_id and p.chain_id = c.chain_id and p.symbol = c.symbol
      and p.state = 'QUEUED' and p.held_for is not null and p.created_at <= c.created_at
    order by p.id desc limit 1)
  where c.purpose = 'CANCEL' and c.state in ('RESERVED', 'SENT');
