-- Tables and columns are called what the code calls them.
alter table asks rename to reactions;
alter table reactions rename column ask to reaction;
alter index asks_pending rename to reactions_pending;
alter table push_deliveries rename column ask to reaction;
alter table duties rename to leader_leases;
alter table house_name rename to store_name;
alter table source_health rename column asked_at to polled_at;
update policies set name = 'server' where name = 'house';
