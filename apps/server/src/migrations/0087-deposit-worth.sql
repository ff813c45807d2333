-- In whole cents at the price of the moment; null where there was none.
alter table incoming_deposits add column worth_cents numeric;
