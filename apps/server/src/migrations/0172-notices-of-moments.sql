-- True for a campaign whose notice appears at its moment. The notice moves with the moment until an
-- operator gives it a time of its own.
alter table campaigns add column moves_notice boolean not null default false;
