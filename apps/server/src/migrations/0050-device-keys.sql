-- Devices that have logged in to an account, by the RFC 7638 thumbprint of their key.
create table known_devices (
  member_id bigint not null references members (id),
  device_id text not null,
  first_seen_at timestamptz not null,
  primary key (member_id, device_id)
);

-- Proofs of device keys that were used, until they have expired anyway: each counts once.
create table used_device_proofs (
  device_id text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (device_id, jti)
);
create index used_device_proofs_by_end on used_device_proofs (expires_at);

-- New devices are recognised by their key; the browser family only labels a session now.
drop index sessions_by_device;
