-- Parts of emails and nicknames are found by trigrams, their beginnings by byte order. A short list
-- of pending entries keeps a search from reading megabytes that no vacuum has sorted in yet. A large
-- deployment creates the indexes concurrently beforehand (docs/deployment.md).
create extension if not exists pg_trgm;
create index if not exists members_email_trigrams on members using gin (email gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index if not exists members_nickname_trigrams on members using gin (nickname_key gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index if not exists members_email_prefix on members (email text_pattern_ops);
create index if not exists members_nickname_prefix on members (nickname_key text_pattern_ops);
create index if not exists members_wallet_prefix on members (lower(wallet_address) text_pattern_ops)
  where wallet_address is not null;
drop index if exists members_wallet_lower;

-- The filters of the members list.
create index if not exists members_by_age on members (created_at);
create index if not exists members_not_active on members (status, id) where status <> 'ACTIVE';

-- A transaction, an order or a payout is found by the hash.
create index if not exists orders_of_hash on orders (tx_hash) where tx_hash is not null;
create index if not exists payments_of_hash on payments (tx_hash);
create index if not exists refunds_of_hash on refunds (tx_hash) where tx_hash is not null;
create index if not exists payouts_of_hash on payouts (tx_hash) where tx_hash is not null;
create index if not exists invite_withdrawals_of_hash on invite_withdrawals (tx_hash) where tx_hash is not null;
create index if not exists payouts_held on payouts (id)
  where held_for is not null and state in ('QUEUED', 'RESERVED', 'SENT');

-- The settings of both functions fix their plans: for a pattern that the planner believes to be
-- frequent it would read the table instead, which takes seconds if it is rare.

-- At most p_limit members below an id whose email or nickname matches a pattern of LIKE, unordered.
create function members_matching(p_pattern text, p_before bigint, p_limit integer)
returns setof bigint language sql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
  select id from members
  where (email like p_pattern or nickname_key like p_pattern) and id + 0 < p_before
  limit p_limit
$$;

-- At most p_limit members each whose email, nickname or wallet address begins with a text.
create function members_starting(p_text text, p_before bigint, p_limit integer)
returns setof bigint language sql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
  (select id from members
    where nickname_key ~>=~ p_text and nickname_key ~<~ (p_text || chr(1114111)) and id + 0 < p_before
    limit p_limit)
  union
  (select id from members
    where email ~>=~ p_text and email ~<~ (p_text || chr(1114111)) and id + 0 < p_before
    limit p_limit)
  union
  (select id from members
    where lower(wallet_address) ~>=~ p_text and lower(wallet_address) ~<~ (p_text || chr(1114111))
      and wallet_address is not null and id + 0 < p_before
    limit p_limit)
$$;
