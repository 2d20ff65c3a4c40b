-- Read models: rows and checkpoint are written in one transaction. A new version or a rebuild gets a new epoch beside the old.
create table views (
  name text primary key,
  version integer not null,
  epoch text not null,
  position bigint not null,
  rebuilt_at timestamptz not null default clock_timestamp()
);
create table view_rows (
  view text not null,
  epoch text not null,
  id text not null,
  row text not null,
  position bigint not null,
  primary key (view, epoch, id)
);
create table view_snapshots (
  view text not null,
  epoch text not null,
  position bigint not null,
  rows text not null,
  primary key (view, epoch, position)
);
