import { describe, expect, it } from 'vitest';
import { person, playServer } from '#tests/kit/played.ts';
import { supplier } from '../masters/supplier.ts';
import { masterStream } from '../streams/masters/master.ts';
import { notifySecondPerson } from './notify-second-person.ts';

const people = [
  person(1, 'Asha Menon', { admin: true }),
  person(7, 'Meera Pai'),
  person(8, 'Kiran Bhat'),
  person(101, 'Ravi Kulkarni'),
];
const need = 'Masters/suppliermaster:approve';

function emitted(data: object) {
  const server = playServer([masterStream([supplier])], people, { [need]: [7, 8] });
  const event = server.write('master-supplier-1', 'MasterRecordChangeProposed', data, 0, 7);
  return notifySecondPerson.react(
    { ...event, position: 41, id: 'e', correlationId: '' },
    { directory: server.directory },
  );
}

describe('given a change of a bank account that Meera Pai made and that waits', () => {
  const proposed = {
    kind: 'supplier',
    id: 1,
    set: { bBankWaits: 1 },
    proposed: { vIfsc: 'ABCD0123456' },
    name: 'Deccan Pharma',
    decides: { need, route: '/masters/suppliermaster?row=1' },
  };
  it('then everybody else who may confirm it is notified, with a link to the record', () => {
    const told = emitted(proposed);
    expect(told.map((one) => ('stream' in one ? one.stream : one.kind))).toEqual(['notice-1', 'notice-8']);
    expect(told[0]).toMatchObject({
      input: {
        message: 'changeToConfirm',
        values: { name: 'Meera Pai', of: 'Deccan Pharma' },
        route: '/masters/suppliermaster?row=1',
      },
    });
    expect(JSON.stringify(told)).not.toContain('ABCD0123456');
  });

  it('then a proposal that does not name the deciders notifies nobody', () => {
    expect(emitted({ ...proposed, decides: undefined })).toEqual([]);
  });
});
