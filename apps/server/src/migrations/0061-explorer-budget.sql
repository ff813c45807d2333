-- How often the public explorer was asked on behalf of anybody, by the day of UTC as it counts.
create table explorer_calls (
  day date primary key,
  asked integer not null
);
