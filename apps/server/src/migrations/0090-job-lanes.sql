-- Counts how often a job was claimed. Unlike the attempts, it is never reset, so that a worker that
-- lost its lease can be distinguished from the one that holds the job now.
alter table jobs add column claims bigint not null default 0;

-- Each lane claims the oldest job of its own kinds, however many jobs of other kinds are waiting.
create index jobs_due_by_kind on jobs (kind, due_at, id) where done_at is null and dead_at is null;
