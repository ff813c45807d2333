-- Every login asks whether the member has signed in with such a device before.
create index sessions_by_device on sessions (member_id, device);
