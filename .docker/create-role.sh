#!/bin/sh
# Run once, by the image of PostgreSQL, when its volume is empty: the role of the app is no superuser and owns its database and nothing else.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$(cat "$APP_PASSWORD_FILE")" --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
create role ops login password :'password';
create database ops owner ops;
SQL
