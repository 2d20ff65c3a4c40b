import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MasterPage } from '#shared/families/master-wire.ts';
import { statusText, statusTone } from '#web/families/master/columns.tsx';
import { route } from '#web/families/master/declaration.ts';
import type { DetailsProps } from '#web/families/master/plug.ts';
import { api } from '#web/live/api.ts';
import { failureOf, isFailure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { formatMoney } from '#web/locales/formats.ts';
import { cellKey, changesOf, matrixOf, type CellChange } from './matrix.ts';
import { addMatrixTranslations, useMatrixTranslations } from './translations.ts';

addMatrixTranslations();

const most = 500;

/**
 * The variants of an apparel product's style: sizes down, colours across; prices and missing ones are edited
 * here.
 */
export function VariantMatrix(props: DetailsProps): ReactNode {
  const { vKind, vStyle } = props.row.fields;
  return vKind === 'APPAREL' && typeof vStyle === 'string' ? <Style {...props} style={vStyle} /> : null;
}

function Style({ def, row, speech, onChanged, style }: DetailsProps & { readonly style: string }): ReactNode {
  const t = useMatrixTranslations();
  const person = usePerson();
  const [editing, setEditing] = useState(false);
  const [prices, setPrices] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const page = useQuery({
    queryKey: ['variants', style, row.version],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get<MasterPage>(route('list', def.name), {
        query: { filter: JSON.stringify({ vStyle: { op: 'eq', value: style } }), records: most },
        signal,
      }),
  });
  const matrix = matrixOf(page.data?.rows ?? [], page.data?.labels ?? {});
  const changes = changesOf(matrix, prices, ticked);
  useUnsaved(changes.length > 0);
  const mayEdit = hasRight(person, def.need('edit'));
  const mayCreate = hasRight(person, def.need('create'));

  const send = async (change: CellChange): Promise<void> => {
    if (change.what === 'create')
      await api.command('master', `${def.kind}-new`, 'create', { fields: change.fields });
    else
      await api.command(
        'master',
        `${def.kind}-${change.row.id}`,
        'update',
        { fields: { nReferenceMrpPaise: change.paise } },
        { version: change.row.version },
      );
  };
  const save = async (): Promise<void> => {
    setPending(true);
    const failed: string[] = [];
    const kept = new Set<string>();
    for (const change of changes)
      try {
        await send(change);
      } catch (problem) {
        kept.add(change.key);
        const what = change.what === 'create' ? change.fields['vName'] : change.row.fields['vName'];
        failed.push(t('failed', { what: String(what), why: failureOf(problem).message }));
      }
    setPrices((now) => new Map([...now].filter(([key]) => kept.has(key))));
    setTicked((now) => new Set([...now].filter((key) => kept.has(key))));
    setRefused(failed);
    setPending(false);
    const count = changes.length - failed.length;
    if (count > 0) toast({ text: t('saved', { count }), tone: 'ok' });
    // Reading one record waits for the latest write; the list does not.
    await api
      .get(route('record', def.name, row.id))
      .catch((problem: unknown) => setRefused([...failed, failureOf(problem).message]));
    await page.refetch();
    onChanged();
  };

  if (page.isPending) return <Skeleton rows={4} />;
  if (isFailure(page.error)) return <InlineError failure={page.error} onRetry={() => void page.refetch()} />;
  const title = t('title', { style });
  return (
    <section className="ma-facts ma-counted">
      <h3>{title}</h3>
      <div className="ma-scroll" role="region" aria-label={title} tabIndex={0}>
        <table className="ma-table">
          <thead>
            <tr>
              <th scope="col">{t('size')}</th>
              {matrix.colours.map((colour) => (
                <th key={colour.id} scope="col">
                  {colour.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.lines.map((line) => (
              <tr key={line.key}>
                <th scope="row">{line.label}</th>
                {matrix.colours.map((colour) => {
                  const key = cellKey(line, colour);
                  const one = matrix.at(line, colour);
                  const about = { size: line.label, colour: colour.label };
                  const paise = one ? one.fields['nReferenceMrpPaise'] : null;
                  const price = (
                    <Field
                      kind="money"
                      label={<span className="ops-hidden">{t('price', about)}</span>}
                      value={
                        prices.has(key) ? (prices.get(key) ?? null) : typeof paise === 'number' ? paise : null
                      }
                      onChange={(value) => setPrices((now) => new Map(now).set(key, value))}
                    />
                  );
                  return (
                    <td key={key} data-whole>
                      {one ? (
                        <>
                          {editing && mayEdit ? (
                            price
                          ) : (
                            <Link to={`?row=${one.id}`}>
                              {typeof paise === 'number' ? formatMoney(paise) : `#${one.id}`}
                            </Link>
                          )}{' '}
                          <StatusWord tone={statusTone(def, one)}>{statusText(def, one, speech)}</StatusWord>
                        </>
                      ) : editing && mayCreate ? (
                        <Field
                          kind="yesNo"
                          label={<span className="ops-hidden">{t('create', about)}</span>}
                          value={ticked.has(key)}
                          onChange={(on) =>
                            setTicked((now) => {
                              const next = new Set(now);
                              if (on) next.add(key);
                              else next.delete(key);
                              return next;
                            })
                          }
                        />
                      ) : (
                        <span className="ops-muted">{t('missing')}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {refused.map((text) => (
        <p key={text} className="ops-tone-danger" role="alert">
          {text}
        </p>
      ))}
      {editing && (
        <ActionButton
          label={t('save', { count: changes.length })}
          primary
          pending={pending}
          disabled={changes.length === 0 ? t('nothing') : null}
          onClick={() => void save()}
        />
      )}
      {(mayEdit || mayCreate) && (
        <ActionButton label={t(editing ? 'stop' : 'edit')} onClick={() => setEditing(!editing)} />
      )}
    </section>
  );
}
