/**
 * Translates a sign-up, a customer or a patient with the customer service's field names into the inputs of
 * its stream's commands.
 */
import { dateOf } from '#shared/core/day.ts';

type Row = Readonly<Record<string, unknown>>;

/** A text of the row, or null. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : typeof value === 'number' ? String(value) : null;
export const whole = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value)
      ? Number(value)
      : null;
const rows = (value: unknown): Row[] =>
  Array.isArray(value) ? value.filter((item): item is Row => typeof item === 'object' && item !== null) : [];
export const oneOf = (value: unknown, known: readonly string[], other: string): string | null => {
  const answerText = text(value)?.toLowerCase();
  return answerText == null ? null : known.includes(answerText) ? answerText : other;
};
const day = (value: unknown): string | null => {
  const given = text(value);
  return given == null ? null : dateOf(given);
};
const name = (...parts: unknown[]): string | null => parts.map(text).filter(Boolean).join(' ') || null;

const genders = ['male', 'female', 'other'];
const relations = ['self', 'spouse', 'parent', 'child', 'sibling', 'other'];

const consentNames: Readonly<Record<string, string>> = {
  care: 'care',
  calling: 'calling',
  dataProcessing: 'dataProcessing',
  bCareConsent: 'care',
  bCallingConsent: 'calling',
  bDataConsent: 'dataProcessing',
};

/** `{care: true}` or `{care: {given, version, channel}}`, or flags of the row itself. */
function consentsOf(data: Row): Record<string, unknown> {
  const answerText = {
    ...data,
    ...(typeof data['consents'] === 'object' && data['consents'] !== null ? (data['consents'] as Row) : {}),
  };
  return Object.fromEntries(
    Object.entries(consentNames)
      .filter(([key]) => answerText[key] !== undefined && answerText[key] !== null)
      .map(([key, kind]) => {
        const value = answerText[key];
        const reported = typeof value === 'object' ? (value as Row) : {};
        return [
          kind,
          {
            given: reported['given'] ?? (value === true || value === 1),
            version: text(reported['version']) ?? '1',
            channel: oneOf(reported['channel'], ['paper', 'phone', 'app', 'outside'], 'outside') ?? 'outside',
          },
        ];
      }),
  );
}

/** Omitted when nothing of it is reported. */
const part = (name: string, fields: Row): Row => (Object.keys(fields).length > 0 ? { [name]: fields } : {});

/** The sign-up of the customer service as input; omitted fields stay as they are. */
export function signupParts(data: Row): Readonly<Record<string, unknown>> {
  const reported = (...keys: string[]): boolean => keys.some((key) => key in data);
  const consents = consentsOf(data);
  return {
    ...(reported('iPooId') ? { pooId: whole(data['iPooId']) ?? undefined } : {}),
    ...part('applicant', {
      ...(reported('vCustFname', 'vEmpFname', 'vCustLname', 'vEmpLname')
        ? { name: name(data['vCustFname'] ?? data['vEmpFname'], data['vCustLname'] ?? data['vEmpLname']) }
        : {}),
      ...(reported('vPhone', 'vEmpPhone') ? { phone: text(data['vPhone'] ?? data['vEmpPhone']) } : {}),
      ...(reported('vAltPhone') ? { altPhone: text(data['vAltPhone']) } : {}),
      ...(reported('vEmail') ? { email: text(data['vEmail']) } : {}),
      ...(reported('dDob') ? { dob: day(data['dDob']) } : {}),
      ...(reported('vGender') ? { gender: oneOf(data['vGender'], genders, 'other') } : {}),
      ...(reported('iReligionId') ? { religionId: whole(data['iReligionId']) } : {}),
      ...(reported('vSecGrade') ? { secGrade: text(data['vSecGrade']) } : {}),
      ...(reported('vLanguage') ? { language: text(data['vLanguage']) } : {}),
    }),
    ...part('address', {
      ...(reported('vAddress') ? { line: text(data['vAddress']) } : {}),
      ...(reported('iAreaId') ? { areaId: whole(data['iAreaId']) } : {}),
      ...(reported('vPincode') ? { pincode: text(data['vPincode']) } : {}),
      ...(reported('lat') ? { lat: data['lat'] ?? null } : {}),
      ...(reported('lng') ? { lng: data['lng'] ?? null } : {}),
    }),
    ...(reported('patients')
      ? {
          patients: rows(data['patients']).map((patient) => ({
            name: text(patient['vPatientName']),
            relation: oneOf(patient['vRelation'], relations, 'other'),
            dob: day(patient['dDob']),
            gender: oneOf(patient['vGender'], genders, 'other'),
            diagnoses: Array.isArray(patient['diagnoses'])
              ? patient['diagnoses'].map(text).filter((one) => one !== null)
              : [],
          })),
        }
      : {}),
    ...(Object.keys(consents).length > 0 ? { consents } : {}),
    ...(reported('iLeadId') ? { leadId: whole(data['iLeadId']) } : {}),
    ...(reported('iAppointmentId') ? { appointmentId: whole(data['iAppointmentId']) } : {}),
    ...(reported('iCampaignId') ? { campaignId: whole(data['iCampaignId']) } : {}),
    ...(reported('iCareTierId') ? { careTierId: whole(data['iCareTierId']) } : {}),
  };
}

/** Fields of the service with the same meaning here; numbers must be integers. */
const customerFields: Readonly<Record<string, readonly [name: string, read: (value: unknown) => unknown]>> = {
  iPooId: ['pooId', (value) => whole(value) ?? undefined],
  vPhone: ['phone', text],
  vAltPhone: ['altPhone', text],
  vEmail: ['email', text],
  dDob: ['dob', day],
  vGender: ['gender', (value) => oneOf(value, genders, 'other')],
  iReligionId: ['religionId', whole],
  vSecGrade: ['secGrade', text],
  vLanguage: ['language', (value) => text(value) ?? undefined],
  iCustomerCategoryId: ['categoryId', whole],
  iCustomerRankId: ['rankId', whole],
  iCustomerRouteId: ['routeId', whole],
  iCareTierId: ['careTierId', whole],
  iCampaignId: ['campaignId', whole],
  iPrimaryAgentEmpId: ['agentId', whole],
  iLeadId: ['leadId', whole],
  dSince: ['since', (value) => day(value) ?? undefined],
  dExitedOn: ['exitedOn', (value) => day(value) ?? undefined],
};

const given = (parts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

/** A customer of the service as input; omitted parts stay as they are. */
export function customerParts(data: Row): Readonly<Record<string, unknown>> {
  const consents = consentsOf(data);
  const pincode = text(data['vPincode']);
  const line = text(data['vAddress']);
  return given({
    ...Object.fromEntries(
      Object.entries(customerFields).map(([theirs, [ours, read]]) => [
        ours,
        theirs in data ? read(data[theirs]) : undefined,
      ]),
    ),
    name: name(data['vCustFname'], data['vCustLname']) ?? undefined,
    address:
      line && pincode
        ? {
            line,
            areaId: whole(data['iAreaId']),
            pincode,
            lat: data['lat'] ?? null,
            lng: data['lng'] ?? null,
          }
        : undefined,
    consents: Object.keys(consents).length > 0 ? consents : undefined,
    exited:
      'iExitFlag' in data
        ? data['iExitFlag'] === 1 || data['iExitFlag'] === '1' || data['iExitFlag'] === true
        : undefined,
  });
}

/** A patient of the service as input. */
export function patientParts(data: Row): Readonly<Record<string, unknown>> {
  const reported = (key: string, read: (value: unknown) => unknown): unknown =>
    key in data ? read(data[key]) : undefined;
  return given({
    name: text(data['vPatientName']) ?? undefined,
    relation: reported('vRelation', (value) => oneOf(value, relations, 'other') ?? undefined),
    dob: reported('dDob', day),
    gender: reported('vGender', (value) => oneOf(value, genders, 'other')),
    diagnoses: Array.isArray(data['diagnoses'])
      ? data['diagnoses'].map(text).filter((one) => one !== null)
      : undefined,
    careTierId: reported('iCareTierId', whole),
  });
}
