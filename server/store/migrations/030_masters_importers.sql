-- The name of whoever brought a file, as it was then.
alter table import_files add column made_by_name text not null default '';
