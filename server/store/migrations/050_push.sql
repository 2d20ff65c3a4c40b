-- Web push: which browser of which session is reached, one-time tokens for answering from a notification, what was given to which push service.
create table push_subscriptions (
  id text primary key,
  emp_id bigint not null,
  session_id text not null references access_sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  server_key text not null,
  language text not null,
  user_agent text not null,
  made_at timestamptz not null,
  sent_at timestamptz
);
create index push_subscriptions_person on push_subscriptions (emp_id);
create index push_subscriptions_session on push_subscriptions (session_id);

create table push_tokens (
  hash bytea primary key,
  subscription_id text not null references push_subscriptions (id) on delete cascade,
  emp_id bigint not null,
  action text not null check (action in ('approve', 'undo')),
  approval text not null,
  step integer not null,
  version integer not null,
  subject text not null,
  subject_version integer not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index push_tokens_subscription on push_tokens (subscription_id);

create table push_deliveries (
  ask text not null,
  subscription_id text not null references push_subscriptions (id) on delete cascade,
  state text not null check (state in ('sent', 'refused')),
  note text,
  at timestamptz not null,
  primary key (ask, subscription_id)
);
create index push_deliveries_subscription on push_deliveries (subscription_id);

-- Whoever ends a session by a sign-out, a new password, a revocation or its age ends its pushes in the same moment, on whatever
-- node. One that is only idle goes on: an approver away from the desk is whom a push is for.
create function push_ends_with_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return new;
end $$;
create trigger push_ends_with_session after update of revoked_at on access_sessions
  for each row when (new.revoked_at is not null and new.revoked_reason is distinct from 'idle') execute function push_ends_with_session();
