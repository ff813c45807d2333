-- Lists payments that were returned; without it, the list would read every payment. Apart from 0199,
-- whose lock on refunds would otherwise last until all payments are read.
create index if not exists payments_returned on payments (id desc) where state in ('REFUNDED', 'REVERSED');
