-- Whether the chain has the transfer that the member described; null until it was checked.
alter table wallet_transactions add column on_chain boolean;
update wallet_transactions set on_chain = false where final and status <> 'SUCCESS';
-- Null while the entry has the address it was saved with. Earlier entries were saved without the PIN,
-- so they count as changed until they are paid.
alter table bookmarks add column address_changed_at timestamptz;
update bookmarks set address_changed_at = created_at;
