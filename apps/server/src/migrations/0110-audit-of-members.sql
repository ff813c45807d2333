-- Entries about a member: those whose subject is the member, and those whose data name the member,
-- such as refunds, payouts and proposals.
create index if not exists audit_entries_of_member on audit_entries (
  (case when subject like 'member:%' then substr(subject, 8) else data ->> 'userId' end), id desc);
