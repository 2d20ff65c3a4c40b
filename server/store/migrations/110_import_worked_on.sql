-- Which node works on a file, so that another one that starts does not take it for left behind. Files without one are left behind.
alter table import_files add column worked_on_by text;
