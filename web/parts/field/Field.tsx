import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { LookupField, MultiField, SelectField } from './choice-fields.tsx';
import type { LookupFieldProps } from './choice-fields.tsx';
import type { DateFieldProps } from './DateField.tsx';
import { Skeleton } from '../Skeleton.tsx';
import type { Choice, FieldProps } from './field.ts';
import type { FileFieldProps } from './FileField.tsx';
import { AreaField, CheckField, NumberField, PhoneField, TextField } from './text-fields.tsx';
import type { NumberFieldProps } from './text-fields.tsx';

const LazyDate = lazy(() => import('./DateField.tsx').then((m) => ({ default: m.DateField })));
const LazyFile = lazy(() => import('./FileField.tsx').then((m) => ({ default: m.FileField })));

export type AnyField =
  | ({ readonly kind: 'text' } & FieldProps<string> & {
        readonly maxLength?: number;
        readonly code?: boolean;
      })
  | ({ readonly kind: 'paragraph' } & FieldProps<string> & {
        readonly rows?: number;
        readonly maxLength?: number;
      })
  | ({ readonly kind: 'phone' } & FieldProps<string>)
  | ({ readonly kind: 'number' } & NumberFieldProps)
  | ({ readonly kind: 'money' } & NumberFieldProps)
  | ({ readonly kind: 'date' } & DateFieldProps)
  | ({ readonly kind: 'choice' } & FieldProps<string | null> & { readonly choices: readonly Choice[] })
  | ({ readonly kind: 'choices' } & FieldProps<readonly string[]> & { readonly choices: readonly Choice[] })
  | ({ readonly kind: 'reference' } & LookupFieldProps)
  | ({ readonly kind: 'yesNo' } & FieldProps<boolean>)
  | ({ readonly kind: 'file' } & FileFieldProps);

/** One field of any kind, for declared forms. */
export function Field(props: AnyField): ReactNode {
  switch (props.kind) {
    case 'text':
      return <TextField {...props} />;
    case 'paragraph':
      return <AreaField {...props} />;
    case 'phone':
      return <PhoneField {...props} />;
    case 'number':
      return <NumberField {...props} />;
    case 'money':
      return <NumberField {...props} money />;
    case 'date':
      return (
        <Suspense fallback={<TextField {...props} value={props.value ?? ''} onChange={() => {}} readOnly />}>
          <LazyDate {...props} />
        </Suspense>
      );
    case 'choice':
      return <SelectField {...props} />;
    case 'choices':
      return <MultiField {...props} />;
    case 'reference':
      return <LookupField {...props} />;
    case 'yesNo':
      return <CheckField {...props} />;
    case 'file':
      return (
        <Suspense fallback={<Skeleton rows={2} />}>
          <LazyFile {...props} />
        </Suspense>
      );
  }
}
