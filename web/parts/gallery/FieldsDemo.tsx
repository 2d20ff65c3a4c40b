import { useState } from 'react';
import type { ReactNode } from 'react';
import { Field } from '../field/Field.tsx';
import type { SentFile } from '../field/FileField.tsx';

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const products = ['Metformin 500', 'Metoprolol 25', 'Amlodipine 5', 'Atorvastatin 10'].map(
  (label, index) => ({ value: String(index), label }),
);
const poos = ['Jayanagar', 'Mysuru', 'Hubballi', 'Whitefield', 'Mangaluru'].map((label) => ({
  value: label,
  label,
}));

async function find(text: string): Promise<typeof products> {
  await pause(400);
  if (text === 'err') throw new Error('down');
  return products.filter((one) => one.label.toLowerCase().includes(text.toLowerCase()));
}

/** Every kind of field: empty, filled, invalid, disabled. */
export function FieldsDemo(): ReactNode {
  const [text, setText] = useState('Anita Rao');
  const [note, setNote] = useState('');
  const [phone, setPhone] = useState('98450');
  const [count, setCount] = useState<number | null>(1200);
  const [money, setMoney] = useState<number | null>(12_345_678);
  const [day, setDay] = useState<string | null>('2026-11-23');
  const [poo, setPoo] = useState<string | null>('Mysuru');
  const [many, setMany] = useState<readonly string[]>(['Mysuru', 'Hubballi']);
  const [product, setProduct] = useState<{ value: string; label: string } | null>(null);
  const [yes, setYes] = useState(true);
  const [files, setFiles] = useState<readonly SentFile[]>([
    { id: '1', name: 'aadhaar-front.jpg', size: 812_345 },
  ]);
  return (
    <div
      style={{
        display: 'grid',
        gap: 12,
        gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))',
        alignItems: 'start',
      }}
    >
      <Field kind="text" label="Name" value={text} onChange={setText} required hint="As on the document" />
      <Field kind="text" label="Name" value="" onChange={() => {}} required error="Please fill this in." />
      <Field kind="text" label="Case" value="SG-000301" onChange={() => {}} code disabled />
      <Field kind="phone" label="Phone" value={phone} onChange={setPhone} />
      <Field kind="number" label="Quantity" value={count} onChange={setCount} min={1} max={500} />
      <Field kind="money" label="Amount" value={money} onChange={setMoney} />
      <Field kind="date" label="Appointment" value={day} onChange={setDay} noSunday min="2026-11-20" />
      <Field kind="choice" label="Place of operation" value={poo} onChange={setPoo} choices={poos} />
      <Field kind="choices" label="Places" value={many} onChange={setMany} choices={poos} />
      <Field
        kind="reference"
        label="Product"
        value={product}
        onChange={setProduct}
        find={find}
        placeholder="Type to search"
      />
      <Field kind="paragraph" label="Note" value={note} onChange={setNote} />
      <Field kind="yesNo" label="Consent was given" value={yes} onChange={setYes} />
      <Field
        kind="file"
        label="Documents"
        value={files}
        onChange={setFiles}
        most={3}
        send={async (file) => {
          await pause(900);
          return { id: file.name, name: file.name, size: file.size };
        }}
      />
    </div>
  );
}
