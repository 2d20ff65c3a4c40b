import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isVisible } from '#shared/families/master-check.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { FileList } from '#web/parts/FileList.tsx';
import { mimeOfName } from '#web/parts/mime.ts';
import type { Masters } from './declaration.ts';
import type { Speech } from './columns.tsx';
import { Swatch } from './Swatch.tsx';
import { fieldText, labelText } from './value-text.ts';
import { screenFor } from './open-screen.ts';

/** A record's details by section; referenced records link to their screens if the viewer may open them. */
export function RecordDetails({
  def,
  masters,
  fields,
  labels,
  speech,
  through,
}: {
  def: MasterDef;
  masters: Masters;
  fields: Fields;
  labels: Labels;
  speech: Speech;
  /** The record through which its files are opened. */
  through?: string;
}): ReactNode {
  const groups = Map.groupBy(
    def.fields.filter((field) => isVisible(field, fields) && !isEmpty(fields[field.name])),
    (field) => field.section ?? 'general',
  );
  const many = groups.size > 1;
  return (
    <div className="ma-facts">
      {[...groups].map(([section, list]) => (
        <section key={section}>
          {many && (
            <h3>
              {speech.own(`section.${section}`) === `section.${section}`
                ? speech.t('section.general')
                : speech.own(`section.${section}`)}
            </h3>
          )}
          <dl>
            {list.map((field) => (
              <div
                key={field.name}
                data-wide={field.kind === 'paragraph' || field.kind === 'rows' || undefined}
              >
                <dt>{speech.own(`field.${field.name}`)}</dt>
                <dd className={field.upper ? 'ops-code' : undefined}>
                  <Value
                    field={field}
                    value={fields[field.name]}
                    masters={masters}
                    labels={labels}
                    speech={speech}
                    {...(through ? { through } : {})}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Value({
  field,
  value,
  masters,
  labels,
  speech,
  through,
}: {
  field: MasterField;
  value: unknown;
  masters: Masters;
  labels: Labels;
  speech: Speech;
  through?: string;
}): ReactNode {
  const person = usePerson();
  const t = { ...speech, labels };
  if (field.kind === 'reference' || field.kind === 'references') {
    const other = screenFor(masters, field.lookup!, person);
    const ids = (Array.isArray(value) ? value : [value]) as readonly number[];
    return ids.map((id, index) => (
      <span key={id}>
        {index > 0 && ', '}
        {other ? (
          <Link to={`/${other.route.replace(/^\//, '')}?row=${id}`}>{labelText(field.lookup!, id, t)}</Link>
        ) : (
          labelText(field.lookup!, id, t)
        )}
      </span>
    ));
  }
  if (field.kind === 'file') return <Paper field={field} value={value} through={through} />;
  if (field.swatch) return <Swatch colour={String(value)} />;
  if (field.kind === 'url')
    return (
      <a href={String(value)} target="_blank" rel="noreferrer noopener">
        {String(value)}
      </a>
    );
  if (field.kind === 'rows') {
    const lines = value as readonly Fields[];
    // A column without any value is omitted.
    const of = (field.fields ?? []).filter((one) => lines.some((line) => !isEmpty(line[one.name])));
    return (
      <div className="ma-scroll" role="region" aria-label={speech.own(`field.${field.name}`)} tabIndex={0}>
        <table className="ma-table">
          <thead>
            <tr>
              {of.map((one) => (
                <th key={one.name} scope="col">
                  {speech.own(`field.${field.name}.${one.name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines have no identity but their place
              <tr key={at}>
                {of.map((one) => (
                  <td key={one.name} data-whole={whole.has(one.kind) || undefined}>
                    {fieldText(one, line[one.name], t, `${field.name}.`)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  return fieldText(field, value, t);
}

/** A file by its name; those who may open it see it below. */
function Paper({
  field,
  value,
  through,
}: {
  field: MasterField;
  value: unknown;
  through: string | undefined;
}): ReactNode {
  const person = usePerson();
  const { id, name, mime } = value as { id: string; name: string; mime?: string };
  return !field.opens || field.opens.some((need) => hasRight(person, need)) ? (
    <FileList
      files={[{ fileId: id, name, mime: mime ?? mimeOfName(name) }]}
      {...(through ? { through } : {})}
    />
  ) : (
    name
  );
}

/** Not wrapped over two lines. */
const whole: ReadonlySet<MasterField['kind']> = new Set([
  'date',
  'time',
  'pincode',
  'phone',
  'number',
  'decimal',
  'money',
  'percent',
]);

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
