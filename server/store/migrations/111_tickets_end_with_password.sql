-- Slips for one person are good for nothing after that person's password was changed, whoever changed it.
create function tickets_end_with_password() returns trigger language plpgsql as $$
begin
  update access_tickets set used_at = new.changed_at where emp_id = new.emp_id and used_at is null;
  return null;
end $$;
create trigger tickets_end_with_password after update of password on access_credentials
  for each row when (new.password is distinct from old.password) execute function tickets_end_with_password();
