import type { EventOf } from '../../core/stream.ts';
import type { employee } from '../../streams/people/employee.ts';
import { streamKey } from '../../core/event.ts';
import type { Fields, MasterSource } from '../../families/master-def.ts';
import {
  choices,
  date,
  email,
  yesNo,
  phone,
  reference,
  references,
  rows,
  text,
  type MasterField,
} from '../../families/master-field.ts';
import { spokenLanguages } from '../../families/spoken-languages.ts';
import {
  employeeStatus,
  evolveEmployee,
  nameOf,
  nobody,
  type EmployeeState,
} from '../../streams/people/employee-state.ts';

/** Fields of a person on every people list; the first ones have the specification's headings. */
export const employeeFields: readonly MasterField[] = [
  text('vCode', { en: 'Emp_Id', es: 'Id de empleado' }, { column: 90 }),
  text('vName', { en: 'Emp_Name', es: 'Nombre completo' }, { column: true }),
  text('vEmpFname', { en: 'First name', es: 'Nombre' }, { column: false }),
  text('vEmpLname', { en: 'Last name', es: 'Apellido' }, { column: false }),
  // The specification shows the full name on one employee's page; its list shows first and last name
  // separately.
  text('vFullName', { en: 'Full name', es: 'Nombre y apellido' }, { column: false }),
  phone('vEmpPhone', { en: 'Phone_Number', es: 'Teléfono' }, { column: 130, indexed: true }),
  email('vEmail', { en: 'Email_Id', es: 'Correo' }, { filter: 'text', indexed: true }),
  reference('iPooId', { en: 'Primary_Poo', es: 'Lugar principal' }, 'placeOfOperation'),
  reference('idesignationId', { en: 'Designation', es: 'Cargo' }, 'designation'),
  text('vDepartment', { en: 'Department', es: 'Departamento' }, { column: 110 }),
  reference('iReportManagerId', { en: 'Reporting_Manager', es: 'Responsable' }, 'employee'),
  date('dJoiningDate', { en: 'Joining_Date', es: 'Fecha de ingreso' }, { column: 120, indexed: true }),
  date('dExitDate', { en: 'Exit_Date', es: 'Fecha de salida' }, { column: 120, none: '-' }),
  yesNo('iIsAffiliate', { en: 'Affiliate', es: 'Afiliado' }, { column: 100, filter: 'set' }),
  reference('iRoleId', { en: 'Role', es: 'Rol' }, 'role'),
  // The specification leaves the list's department column blank.
  reference('iDepartmentId', { en: 'Works in', es: 'Trabaja en' }, 'department', { column: false }),
  references('qualificationIds', { en: 'Qualifications', es: 'Titulaciones' }, 'qualification', {
    column: false,
  }),
  text(
    'vQualifications',
    { en: 'Qualifications in words', es: 'Titulaciones en palabras' },
    { column: false },
  ),
  choices('languages', { en: 'Speaks', es: 'Habla' }, spokenLanguages, { column: false }),
  references('pooIds', { en: 'Places of operation', es: 'Lugares de operación' }, 'placeOfOperation'),
  rows('poos', { en: 'Places, from and to', es: 'Lugares, desde y hasta' }, [
    reference('iPooId', { en: 'Place', es: 'Lugar' }, 'placeOfOperation'),
    yesNo('bPrimary', { en: 'Primary', es: 'Principal' }),
    date('dFrom', { en: 'From', es: 'Desde' }),
    date('dTo', { en: 'To', es: 'Hasta' }),
  ]),
  rows('devices', { en: 'Devices', es: 'Dispositivos' }, [
    text('vDeviceId', { en: 'Device id', es: 'Id del dispositivo' }),
    text('vModel', { en: 'Model', es: 'Modelo' }),
    date('dMapped', { en: 'Mapped on', es: 'Asignado el' }),
  ]),
  date('dDeviceSeen', { en: 'Last seen', es: 'Visto por última vez' }, { column: 120, none: '-' }),
  yesNo('iRhemosStatus', { en: 'Rhemos', es: 'Rhemos' }, { column: 100, filter: 'set' }),
  yesNo('iHopiStatus', { en: 'HOPI', es: 'HOPI' }, { column: 100, filter: 'set' }),
  text('dAllowDayStartUntil', { en: 'Day start allowed until', es: 'Inicio del día permitido hasta' }, {}),
];

/**
 * People live in the stream `employee`; the row keeps the folded state under `state`, which no route returns.
 */
export const employeeSource: MasterSource<EventOf<typeof employee>> = {
  streams: ['employee'],
  idOf: (event) => Number(streamKey(event.stream)),
  row: (before, event) => {
    const old = (before?.fields.state as EmployeeState | undefined) ?? nobody(streamKey(event.stream));
    const now = evolveEmployee(old, event);
    return now === old
      ? (before ?? null)
      : {
          fields: fieldsOf(now),
          iStatus: now.active ? 1 : 0,
          iCancelFlag: now.withdrawn ? 1 : 0,
          stage: null,
        };
  },
  status: employeeStatus,
  fieldsOf,
  story: [
    {
      as: 'system',
      stream: 'employee-1',
      command: 'createEmployee',
      input: {
        firstName: 'Asha',
        lastName: 'Menon',
        phone: '5550000900',
        email: 'asha.first@care.example',
        designationId: 2,
        pooId: 1,
        joiningDate: '2025-06-02',
        affiliate: true,
      },
    },
  ],
};

function fieldsOf(person: EmployeeState): Fields {
  const filled: Record<string, unknown> = {
    vCode: String(person.empId),
    vName: nameOf(person),
    vEmpFname: person.firstName,
    vEmpLname: person.lastName,
    vFullName: [person.firstName, person.lastName].filter(Boolean).join('.'),
    vEmpPhone: person.phone,
    vEmail: person.email,
    iPooId: person.poos.find((poo) => poo.primary)?.pooId,
    idesignationId: person.designationId,
    iReportManagerId: person.managerId,
    dJoiningDate: person.joiningDate,
    dExitDate: person.exitDate,
    iIsAffiliate: person.affiliate ? 1 : 0,
    iRoleId: person.roleId,
    iDepartmentId: person.departmentId,
    qualificationIds: person.qualificationIds,
    vQualifications: person.qualifications.join(', '),
    languages: person.languages,
    pooIds: person.poos.map((poo) => poo.pooId),
    poos: person.poos.map((poo) => ({
      iPooId: poo.pooId,
      bPrimary: poo.primary ? 1 : 0,
      dFrom: poo.from,
      ...(poo.to ? { dTo: poo.to } : {}),
    })),
    devices: person.devices.map((device) => ({
      vDeviceId: device.deviceId,
      vModel: device.model,
      dMapped: device.mappedOn,
    })),
    dDeviceSeen: person.devices
      .flatMap(({ seenOn = [] }) => seenOn)
      .sort()
      .at(-1),
    iRhemosStatus: person.rhemos,
    iHopiStatus: person.hopi,
    dAllowDayStartUntil: person.dayStartAllowedUntil,
    state: person,
  };
  return Object.fromEntries(
    Object.entries(filled).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}
