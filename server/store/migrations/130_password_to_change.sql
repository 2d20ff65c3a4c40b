-- A password that somebody else set is good for one sign-in, which changes it.
alter table access_credentials add column to_change boolean not null default false;
alter table access_tickets drop constraint access_tickets_kind_check;
alter table access_tickets add constraint access_tickets_kind_check check (kind in ('relexauth', 'secondFactor', 'newPassword'));
