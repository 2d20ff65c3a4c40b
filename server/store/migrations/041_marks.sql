-- Things done once in the life of a store.
create table marks (
  name text primary key,
  value text not null
);
