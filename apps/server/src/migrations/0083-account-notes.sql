-- An operator who suspends or disables an account may leave a note that its member reads at the log-in.
alter table members add column status_note text,
  add column status_noted_at timestamptz,
  add constraint members_status_note_dated check ((status_note is null) = (status_noted_at is null));
