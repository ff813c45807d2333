-- The prices of the last day by the hour, from which the wallet draws a chart for each token. A
-- sweep deletes older ones.
create table price_points (
  symbol text not null,
  at timestamptz not null,
  price_usd text not null,
  primary key (symbol, at)
);

create index price_points_at on price_points (at, symbol);
