-- A device that set or proved the PIN of a key, with tries of its own.
create table pin_devices (
  pin_key_id uuid not null references pin_keys (id) on delete cascade,
  device_id text not null,
  tries_used integer not null default 0,
  round integer not null default 0,
  last_try_at timestamptz,
  enrolled_at timestamptz not null,
  primary key (pin_key_id, device_id),
  constraint pin_devices_tries check (tries_used >= 0)
);

-- Wrong tries slow a retired key down instead of deleting it, so its count has no upper bound.
alter table pin_keys drop constraint pin_keys_tries;
alter table pin_keys add constraint pin_keys_tries
  check (tries_used >= 0 and (state = 'RETIRED' or tries_used <= 5));
alter table pin_keys add column last_try_at timestamptz;
-- No device is enrolled on the keys from before this migration, so any device may hold their wallets.
alter table pin_keys add column shared boolean not null default false;
update pin_keys set shared = true;

alter table pin_evaluations add column device_id text;
-- Whether the try was charged to the device's own count instead of the shared one.
alter table pin_evaluations add column own_count boolean not null default false;

-- Retired keys live as long as the account now.
delete from jobs where kind = 'pin.drop-retired-key';
