-- A refund whose payout failed received the operators' reason as its note, which the member reads.
-- Only such a refund has a note before it is decided; its payout keeps the reason.
update refunds set note = null where state = 'REQUESTED' and note is not null;
