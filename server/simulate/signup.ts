import type { Dice } from './dice.ts';

const first = [
  'Anitha',
  'Suresh',
  'Farhan',
  'Meena',
  'Rahul',
  'Lakshmi',
  'Joseph',
  'Kavitha',
  'Imran',
  'Deepa',
  'Harpreet',
  'Shalini',
  'Prakash',
  'Nandini',
  'Venkatesh',
  'Asha',
  'Rukmini',
  'Sanjay',
  'Fatima',
  'Gopal',
];
const last = [
  'Rao',
  'Babu',
  'Ali',
  'Krishnan',
  'Deshpande',
  'Narayanan',
  "D'Souza",
  'Reddy',
  'Sheikh',
  'Kulkarni',
  'Singh',
  'Iyer',
  'Gowda',
  'Shetty',
  'Murthy',
  'Pillai',
  'Patil',
  'Nair',
  'Khan',
  'Joshi',
];
const streets = ['3rd Cross', '5th Main', 'Temple Road', 'Lake View', 'Station Road', 'Park Street'];
const pincodes = ['560034', '560003', '560010', '560037', '560100'];
const conditions = [
  'Type 2 diabetes',
  'Hypertension',
  'Asthma',
  'Hypothyroidism',
  'Osteoarthritis',
  'Coronary artery disease',
];

const day = (dice: Dice, from: number, to: number): string =>
  `${dice.whole(from, to)}-${String(dice.whole(1, 12)).padStart(2, '0')}-${String(dice.whole(1, 28)).padStart(2, '0')}`;

/** A sign-up as the customer service reports it. Phones begin with 555, which belongs to nobody. */
export function newSignup(dice: Dice, now: number): Readonly<Record<string, unknown>> {
  const vCustFname = dice.pick(first);
  const vCustLname = dice.pick(last);
  const vGender = dice.pick(['female', 'male']);
  const dDob = day(dice, 1940, 2000);
  const self = {
    vPatientName: `${vCustFname} ${vCustLname}`,
    vRelation: 'self',
    dDob,
    vGender,
    diagnoses: [dice.pick(conditions)],
  };
  const parent = {
    vPatientName: `${dice.pick(first)} ${vCustLname}`,
    vRelation: 'parent',
    dDob: day(dice, 1935, 1955),
    vGender: dice.pick(['female', 'male']),
    diagnoses: [dice.pick(conditions)],
  };
  return {
    iPooId: 1,
    vCustFname,
    vCustLname,
    vPhone: `555${String(dice.whole(0, 9_999_999)).padStart(7, '0')}`,
    vEmail: `${vCustFname}.${dice.whole(1, 9999)}@care.example`.toLowerCase(),
    dDob,
    vGender,
    vLanguage: dice.pick(['en', 'kn', 'hi']),
    vAddress: `${dice.whole(1, 240)}, ${dice.pick(streets)}`,
    vPincode: dice.pick(pincodes),
    patients: dice.chance(0.3) ? [self, parent] : [self],
    consents: { care: true, calling: true, dataProcessing: true },
    vStatus: 'submitted',
    dSubmittedAt: new Date(now).toISOString(),
    bOtpVerified: false,
  };
}

/** The same sign-up a little later: an address corrected, an alternative number added, or withdrawn. */
export function anotherSignup(
  dice: Dice,
  data: Readonly<Record<string, unknown>>,
): { change: string; data: Readonly<Record<string, unknown>> } {
  if (dice.chance(0.15))
    return {
      change: 'rejected',
      data: { ...data, vStatus: 'rejected', vReason: 'Withdrawn by the applicant' },
    };
  if (dice.chance(0.5))
    return {
      change: 'changed',
      data: {
        ...data,
        vAddress: `${dice.whole(1, 240)}, ${dice.pick(streets)}`,
        vPincode: dice.pick(pincodes),
      },
    };
  return {
    change: 'changed',
    data: { ...data, vAltPhone: `555${String(dice.whole(0, 9_999_999)).padStart(7, '0')}` },
  };
}
