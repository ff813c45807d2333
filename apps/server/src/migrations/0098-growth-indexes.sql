-- Deleting an account deletes ended sessions, too. The open ones of a member are few among them.
create index sessions_of_any_state on sessions (member_id);
drop index sessions_of_member;
alter index sessions_of_any_state rename to sessions_of_member;

-- A code is verified and mailed by the id of its request.
create index verification_codes_by_request on verification_codes (request_id);

-- A settlement adds a payout for each member. Those in flight, the next one to be paid and those
-- without a network are found without reading all that are queued.
create index payouts_next on payouts (chain_id, (purpose = 'REFUND'), id) where state = 'QUEUED';
create index payouts_in_flight on payouts (chain_id, nonce) where state in ('RESERVED', 'SENT');
create index payouts_low on payouts (chain_id, symbol, id) where state = 'QUEUED' and held_for = 'LOW_BALANCE';
create index payouts_without_chain on payouts (symbol, decimals, id) where state = 'QUEUED' and chain_id is null;
