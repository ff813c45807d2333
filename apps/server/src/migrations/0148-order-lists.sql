-- Operators list orders by product, package and state, the latest first.
create index orders_by_product on orders (product_id, id desc) where product_id is not null;
create index orders_by_package on orders (package_id, id desc) where package_id is not null;
create index orders_by_state on orders (state, id desc);
-- The sums of a product are read from the index alone.
create index orders_sold on orders (product_id, completed_at) include (quantity, price)
  where state = 'COMPLETED' and product_id is not null;
