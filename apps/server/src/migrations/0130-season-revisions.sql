-- Every state of a plan that an operator saved, published or changed. A draft may be unfinished, so
-- that its row in seasons has placeholders and its parts are written when it is released.
alter table seasons add column revision bigint not null default 1;
alter table seasons drop constraint seasons_end_after_start;
alter table seasons add constraint seasons_end_after_start check (state = 'DRAFT' or end_at > start_at);
alter table seasons drop constraint seasons_not_too_long;
-- The order of the ranking has room for the milliseconds of so many days.
alter table seasons add constraint seasons_not_too_long
  check (state = 'DRAFT' or end_at - start_at <= interval '180 days');

-- Discarding a draft deletes the products that were added to it. An order keeps its product.
alter table products drop constraint products_season_id_fkey;
alter table products add constraint products_season_id_fkey
  foreign key (season_id) references seasons (id) on delete cascade;

-- How many problems the newest plan of a draft has; null if it was not counted yet.
alter table seasons add column problem_count integer;

create table season_revisions (
  season_id bigint not null references seasons (id) on delete cascade,
  revision bigint not null constraint season_revisions_positive check (revision > 0),
  plan jsonb not null,
  kind text not null constraint season_revisions_kind check (kind in ('SAVE', 'PUBLISH', 'LIVE')),
  created_at timestamptz not null,
  -- Null for the programme itself and for revisions of earlier releases.
  operator_id bigint references operators (id),
  reason text,
  -- The change of a published season.
  change jsonb,
  simulation jsonb,
  previewed_en_at timestamptz,
  previewed_ko_at timestamptz,
  primary key (season_id, revision)
);

-- Plans of earlier releases have no products, and all their missions are enabled.
update seasons s set plan = jsonb_set(
  '{"products": []}'::jsonb || s.plan,
  '{missions}',
  coalesce(
    (select jsonb_agg('{"enabled": true}'::jsonb || mission order by place)
     from jsonb_array_elements(s.plan -> 'missions') with ordinality as listed (mission, place)),
    '[]'::jsonb));

insert into season_revisions (season_id, revision, plan, kind, created_at)
select id, 1, plan, case when state = 'PUBLISHED' then 'PUBLISH' else 'SAVE' end,
  coalesce(published_at, created_at)
from seasons;

-- A revision stays as it was saved; later only its simulation and its previews are recorded.
create function season_revisions_guard() returns trigger language plpgsql as $$
begin
  if (new.season_id, new.revision, new.plan, new.kind, new.created_at)
    is distinct from (old.season_id, old.revision, old.plan, old.kind, old.created_at)
    or new.operator_id is distinct from old.operator_id
    or new.reason is distinct from old.reason
    or new.change is distinct from old.change then
    raise exception 'A stored revision of a season never changes';
  end if;
  return new;
end
$$;
create trigger season_revisions_stay before update on season_revisions
  for each row execute function season_revisions_guard();
