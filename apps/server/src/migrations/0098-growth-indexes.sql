-- Deleting an account deletes ended sessions, too. The open ones of a member are few among them.
create index sessions_of_any_state on sessions (member_id);
drop index sessions_of_member;
alter index sessions_of_any_state rename to sessions_of_member;

-- A code is verified and mailed by the id of its request.
create index verification_codes_by_request on verification_codes (request_id);
