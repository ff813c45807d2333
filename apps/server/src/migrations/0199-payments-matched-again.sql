-- A declined refund leaves its payment to the refund of another member. Refunds that are not
-- declined still own their payment alone, so that it is paid back at most once.
alter table refunds drop constraint refunds_once_per_payment;
create unique index refunds_once_per_payment on refunds (payment_id) where state <> 'REJECTED';
create index if not exists refunds_by_payment on refunds (payment_id, id desc) where payment_id is not null;
