-- What became of a hold is published in the month in which it was opened. So far it was in the month
-- of the event, so that a month mixed holds of several months. Months whose holds are all stored are
-- counted again; holds are stored for longer than the published year.
update hold_months set held = 0, released = 0, upheld = 0, lapsed = 0, appealed = 0, reversed = 0
where month >= (select to_char(min(opened_at) at time zone 'UTC', 'YYYY-MM') from holds);

insert into hold_months (month, held, released, upheld, lapsed, appealed, reversed)
select to_char(h.opened_at at time zone 'UTC', 'YYYY-MM'), count(*),
  count(*) filter (where h.state = 'RELEASED'),
  count(*) filter (where d.was_upheld),
  count(*) filter (where h.state = 'LAPSED' and not d.was_upheld),
  count(*) filter (where h.appealed_at is not null),
  count(*) filter (where h.state = 'RELEASED' and (h.appealed_at is not null or d.was_upheld))
from holds h
cross join lateral (select exists (select from hold_decisions e
  where e.hold_id = h.id and e.decision = 'UPHOLD') as was_upheld) d
group by 1
on conflict (month) do update set held = excluded.held, released = excluded.released,
  upheld = excluded.upheld, lapsed = excluded.lapsed, appealed = excluded.appealed,
  reversed = excluded.reversed;
