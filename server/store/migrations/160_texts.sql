-- The order of texts in every list, and their folding for filters and searches. The console has both in
-- shared/core: collation.ts and plain.ts.
create collation texts (provider = icu, locale = 'es-u-kn');

-- The version of the library that sorts, as of the indexes in this order.
do $$
begin
  execute format('comment on collation texts is %L',
    pg_collation_actual_version((select oid from pg_collation where collname = 'texts')));
end $$;

-- Quotes are plain, characters that nobody sees are gone, and the chillus of Malayalam have one spelling.
create function without_unseen(text) returns text immutable parallel safe language sql
  return replace(replace(replace(replace(replace(replace(
    regexp_replace(
      translate($1, U&'\0060\00b4\02b9\02bb\02bc\02bd\2018\2019\201a\201b\2032\2035\ff07\201c\201d\201e\201f\2033\2036\ff02', '''''''''''''''''''''''''''"""""""'),
      '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]', '', 'g'),
    'ൺ', U&'\0d23\0d4d'), 'ൻ', U&'\0d28\0d4d'), 'ർ', U&'\0d30\0d4d'), 'ൽ', U&'\0d32\0d4d'), 'ൾ', U&'\0d33\0d4d'), 'ൿ', U&'\0d15\0d4d');

-- In plpgsql, so that it is not written into every statement that folds a text; with its own path, because
-- indexes are maintained without one.
create function plain_text_beyond_ascii(text) returns text immutable strict parallel safe language plpgsql
  set search_path from current as $$
begin
  return btrim(regexp_replace(
    lower(without_unseen(regexp_replace(
      normalize(without_unseen($1), nfkd),
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]', '', 'g')) collate pg_unicode_fast),
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'));
end $$;

-- A text of ASCII alone, which most are, is folded in place: indexes and lists need it fast.
create function plain_text(text) returns text immutable parallel safe language sql
  return case when octet_length($1) = length($1)
    then lower(btrim(case when strpos(translate($1, E'\t\n\v\f\r', '     '), '  ') > 0
      then regexp_replace(translate($1, E'\t\n\v\f\r`', '     '''), ' +', ' ', 'g')
      else translate($1, E'\t\n\v\f\r`', '     ''') end) collate pg_unicode_fast)
    else plain_text_beyond_ascii($1) end;
