-- Tokens that were replaced, as hashes. One of them may have leaked, and a server that still has it in
-- its settings must not bring it back.
create table replaced_operator_tokens (
  token_hash text primary key,
  replaced_at timestamptz not null
);
