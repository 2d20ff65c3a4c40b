-- Links by which a phone uploads the pages of a prescription: the secret only as its hash, good once; then a ticket until it is done.
create table upload_links (
  hash bytea primary key,
  link_id text not null unique,
  session_id bigint not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  ticket_hash bytea unique,
  ticket_until timestamptz,
  ended_at timestamptz
);
create index on upload_links (session_id);
