-- One-time codes (hashed) and what was given to partners outside; the outbox is what a demo or an admin can look at.
create table otp_codes (
  id bigserial primary key,
  subject text not null,
  phone_key text not null,
  send_id text not null,
  salt bytea not null,
  hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  spent boolean not null default false
);
create index otp_codes_phone on otp_codes (phone_key, sent_at);
create index otp_codes_subject on otp_codes (subject, sent_at);
create table otp_locks (
  phone_key text primary key,
  until timestamptz not null
);
create table outbox_messages (
  key text primary key,
  partner text not null,
  recipient text not null,
  body text not null,
  state text not null default 'sent',
  at timestamptz not null
);
create index outbox_messages_at on outbox_messages (at desc);
