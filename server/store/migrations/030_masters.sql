-- Lists kept as real tables: how far each has read the log, and under which names its tables stand now.
create table sql_views (
  name text primary key,
  version integer not null,
  epoch text not null,
  position bigint not null,
  rebuilt_at timestamptz not null default clock_timestamp()
);
create extension if not exists pg_trgm;

-- How a person, a role or everybody likes to see a list. Settings of the console, no facts of the business.
create table saved_views (
  id text primary key,
  screen text not null,
  name text not null,
  scope text not null check (scope in ('private', 'role', 'shared')),
  owner integer not null,
  role integer,
  settings text not null,
  at timestamptz not null default clock_timestamp()
);
create index saved_views_screen on saved_views (screen);

-- Files read in: each row with what it would do and what became of it. What it did to the records stands in the log.
create table import_files (
  id text primary key,
  master text not null,
  file_name text not null,
  sha256 text not null,
  made_by integer not null,
  made_at timestamptz not null,
  state text not null check (state in ('checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed')),
  rows integer not null default 0,
  done integer not null default 0,
  counts text not null default '{}',
  headings text not null default '[]'
);
create index import_files_master on import_files (master, made_at);
create table import_rows (
  file text not null references import_files (id) on delete cascade,
  line integer not null,
  effect text not null check (effect in ('create', 'update', 'same', 'bad', 'done', 'failed', 'undone', 'kept')),
  record integer,
  seen integer,
  given text not null,
  changes text,
  problems text,
  was text,
  primary key (file, line)
);
create index import_rows_effect on import_rows (file, effect, line);
