import type { DemoRows } from './masters-rows.ts';

const measures: readonly (readonly [code: string, name: string, ucum: string])[] = [
  ['MMHG', 'Millimetre of mercury', 'mm[Hg]'],
  ['PER-MIN', 'Per minute', '/min'],
  ['PERCENT', 'Percent', '%'],
  ['CELSIUS', 'Degree Celsius', 'Cel'],
  ['MG-DL', 'Milligram per decilitre', 'mg/dL'],
  ['KILOGRAM', 'Kilogram', 'kg'],
  ['CENTIMETRE', 'Centimetre', 'cm'],
  ['BMI-UNIT', 'Kilogram per square metre', 'kg/m2'],
  ['SCORE', 'Score', '{score}'],
  ['GRAM-DL', 'Gram per decilitre', 'g/dL'],
  ['MMOL-L', 'Millimole per litre', 'mmol/L'],
  ['MIU-L', 'Milli-unit per litre', 'm[IU]/L'],
  ['MG-G', 'Milligram per gram', 'mg/g'],
];

/** Code, name, LOINC, measure, decimals; reference, critical and absolute from and to. */
const vitals: readonly (readonly [string, string, string, number, number, ...(number | null)[]])[] = [
  ['BP-SYS', 'Systolic blood pressure', '8480-6', 1, 0, 100, 139, 91, 179, 40, 300],
  ['BP-DIA', 'Diastolic blood pressure', '8462-4', 1, 0, 60, 89, 51, 119, 20, 200],
  ['PULSE', 'Pulse', '8867-4', 2, 0, 51, 90, 41, 130, 20, 250],
  ['RESP', 'Respiratory rate', '9279-1', 2, 0, 12, 20, 9, 24, 4, 60],
  ['SPO2', 'Oxygen saturation', '59408-5', 3, 0, 96, 100, 92, 100, 50, 100],
  ['TEMP', 'Temperature', '8310-5', 4, 1, 36.1, 38, 35.1, 39, 30, 43],
  ['GLUCOSE', 'Glucose, capillary', '41653-7', 5, 0, 70, 139, 54, 399, 10, 1000],
  ['WEIGHT', 'Weight', '29463-7', 6, 1, null, null, null, null, 1, 350],
  ['HEIGHT', 'Height', '8302-2', 7, 0, null, null, null, null, 30, 250],
  ['BMI', 'Body mass index', '39156-5', 8, 1, 18.5, 24.9, null, null, 5, 100],
  ['PAIN', 'Pain', '72514-3', 9, 0, 0, 3, 0, 7, 0, 10],
  ['WAIST', 'Waist', '8280-0', 7, 0, null, null, null, null, 30, 250],
];

/** Children's hearts beat faster: bands of the pulse below twelve years. */
const bands: Readonly<Record<string, readonly object[]>> = {
  PULSE: [
    { vSex: 'any', iAgeFrom: 0, iAgeTo: 2, low: 98, high: 140, critLow: 80, critHigh: 180 },
    { vSex: 'any', iAgeFrom: 3, iAgeTo: 11, low: 75, high: 118, critLow: 60, critHigh: 160 },
  ],
  RESP: [{ vSex: 'any', iAgeFrom: 0, iAgeTo: 11, low: 18, high: 30, critLow: 12, critHigh: 45 }],
};

/** Code, name, LOINC, measure; critical and possible from and to, and the ranges of women and men. */
const assays: readonly (readonly [
  string,
  string,
  string,
  number,
  (number | null)[],
  (number | null)[],
  (number | null)[],
  (number | null)[]?,
])[] = [
  ['HBA1C', 'HbA1c', '4548-4', 3, [null, null], [3, 20], [4, 5.6]],
  ['HB', 'Haemoglobin', '718-7', 10, [7, null], [2, 25], [12, 15], [13, 17]],
  ['CREAT', 'Creatinine', '2160-0', 5, [null, 3.9], [0.1, 25], [0.5, 1.1], [0.6, 1.2]],
  ['POTASSIUM', 'Potassium', '2823-3', 11, [2.9, 6.1], [1.5, 10], [3.5, 5.1]],
  ['SODIUM', 'Sodium', '2951-2', 11, [121, 159], [100, 180], [136, 145]],
  ['FPG', 'Fasting glucose', '1558-6', 5, [54, 399], [20, 1000], [70, 99]],
  ['LDL', 'LDL cholesterol', '13457-7', 5, [null, null], [5, 500], [null, 100]],
  ['HDL', 'HDL cholesterol', '2085-9', 5, [null, null], [5, 200], [50, null], [40, null]],
  ['TSH', 'TSH', '3016-3', 12, [null, null], [0.01, 150], [0.4, 4]],
  ['UACR', 'Urine albumin to creatinine', '9318-7', 13, [null, null], [0, 5000], [null, 30]],
];
const adult = (vSex: string, [low, high]: readonly (number | null)[]) =>
  filled({ vSex, iAgeFrom: 18, iAgeTo: 120, low, high });

const diagnoses: readonly (readonly [code: string, name: string, icd: string, chronic: 0 | 1])[] = [
  ['HTN', 'Essential hypertension', 'I10', 1],
  ['T2DM', 'Type 2 diabetes mellitus', 'E11.9', 1],
  ['HYPOTHYROID', 'Hypothyroidism', 'E03.9', 1],
  ['DYSLIPID', 'Hyperlipidaemia', 'E78.5', 1],
  ['ASTHMA', 'Asthma', 'J45.9', 1],
  ['COPD', 'Chronic obstructive pulmonary disease', 'J44.9', 1],
  ['CKD', 'Chronic kidney disease', 'N18.9', 1],
  ['UTI', 'Urinary tract infection', 'N39.0', 0],
  ['FEVER', 'Fever, unspecified', 'R50.9', 0],
  ['GERD', 'Gastro-oesophageal reflux', 'K21.9', 1],
];

const filled = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** Masters of care: vitals with their ranges, diagnoses, tiers, doctors, labs and tests. */
export function demoCare(): DemoRows[] {
  return [
    { kind: 'measure', rows: measures.map(([vCode, vName, vUcum]) => ({ vCode, vName, vUcum })) },
    {
      kind: 'vital',
      rows: vitals.map(
        ([
          vCode,
          vName,
          vLoinc,
          iMeasureId,
          iDecimals,
          refLow,
          refHigh,
          critLow,
          critHigh,
          absLow,
          absHigh,
        ]) =>
          filled({
            vCode,
            vName,
            vLoinc,
            iMeasureId,
            iDecimals,
            refLow,
            refHigh,
            critLow,
            critHigh,
            absLow,
            absHigh,
            ranges: bands[vCode],
            bPanel: vCode.startsWith('BP') ? 1 : 0,
          }),
      ),
    },
    {
      kind: 'diagnosisType',
      rows: [
        { vCode: 'FINAL', vName: 'Final' },
        { vCode: 'PROV', vName: 'Provisional' },
      ],
    },
    {
      kind: 'diseaseType',
      rows: [
        { vCode: 'METABOLIC', vName: 'Metabolic' },
        { vCode: 'CARDIAC', vName: 'Cardiac' },
        { vCode: 'RESPIRATORY', vName: 'Respiratory' },
      ],
    },
    {
      kind: 'diagnosis',
      rows: diagnoses.map(([vCode, vName, vIcd10, bChronic]) => ({
        vCode,
        vName,
        vIcd10,
        bChronic,
        iDiagnosisTypeId: 1,
      })),
    },
    {
      kind: 'disease',
      rows: diagnoses.slice(0, 7).map(([vCode, vName, vIcd10, bChronic], i) => ({
        vCode,
        vName,
        vIcd10,
        bChronic,
        iDiseaseTypeId: (i % 3) + 1,
      })),
    },
    {
      kind: 'disability',
      rows: [
        { vCode: 'LOW-VISION', vName: 'Low vision' },
        { vCode: 'HEARING', vName: 'Hearing impairment' },
        { vCode: 'MOBILITY', vName: 'Limited mobility' },
      ],
    },
    {
      kind: 'natureOfActivity',
      rows: [
        { vCode: 'SEDENTARY', vName: 'Sedentary' },
        { vCode: 'MODERATE', vName: 'Moderate' },
        { vCode: 'ACTIVE', vName: 'Active' },
      ],
    },
    {
      kind: 'severity',
      rows: ['Mild', 'Moderate', 'Severe', 'Critical'].map((vName, i) => ({
        vCode: vName.toUpperCase(),
        vName,
        iRank: i + 1,
      })),
    },
    {
      kind: 'criticalType',
      rows: ['Low', 'Medium', 'High'].map((vName, i) => ({
        vCode: vName.toUpperCase(),
        vName,
        iRank: i + 1,
      })),
    },
    {
      kind: 'careTier',
      rows: [
        [1, 4, 1, 'doctor'],
        [2, 2, 3, 'doctor'],
        [3, 1, 6, 'TL'],
      ].map(([iRank, iCallsPerMonth, iVisitEveryMonths, vReviewBy]) => ({
        vCode: `TIER-${iRank}`,
        vName: `Tier ${iRank}`,
        iRank,
        iCallsPerMonth,
        iVisitEveryMonths,
        vReviewBy,
      })),
    },
    {
      kind: 'vitalsMapping',
      rows: [
        { iDiagnosisId: 1, iVitalId: 1, iEveryDays: 30, bMandatory: 1 },
        { iDiagnosisId: 1, iVitalId: 2, iEveryDays: 30, bMandatory: 1 },
        { iDiagnosisId: 2, iVitalId: 7, iEveryDays: 15, bMandatory: 1 },
        { iCareTierId: 1, iVitalId: 3, iEveryDays: 15, bMandatory: 0 },
      ],
    },
    {
      kind: 'hospital',
      rows: [
        {
          vCode: 'CITY-HOSP',
          vName: 'City Hospital',
          vAddress: '1 Main Road',
          vPincode: '560041',
          vPhone: '5550008001',
          iPooId: 1,
        },
        {
          vCode: 'LAKE-HOSP',
          vName: 'Lakeside Hospital',
          vPincode: '560066',
          vPhone: '5550008002',
          iPooId: 3,
        },
        {
          vCode: 'MUSI-HOSP',
          vName: 'Musi River Hospital',
          vPincode: '500034',
          vPhone: '5550008003',
          iPooId: 7,
        },
      ],
    },
    {
      kind: 'clinic',
      rows: [
        { vCode: 'CITY-CLINIC', vName: 'City Clinic', iHospitalId: 1, vPincode: '560011', iPooId: 1 },
        { vCode: 'ADYAR-CLINIC', vName: 'Adyar Clinic', vPincode: '600020', iPooId: 11 },
      ],
    },
    {
      kind: 'doctor',
      rows: [
        ['Dr. Kavitha Rao', 'KMC 40001', 'Karnataka Medical Council', 'Cardiology'],
        ['Dr. Suresh Reddy', 'TSMC 10021', 'Telangana State Medical Council', 'Diabetology'],
        ['Dr. Lakshmi Krishnan', 'TNMC 80410', 'Tamil Nadu Medical Council', 'General medicine'],
        ['Dr. Rahul Patil', 'MMC 20077', 'Maharashtra Medical Council', 'Paediatrics'],
      ].map(([vName, vRegNo, vCouncil, vSpeciality], i) => ({
        vCode: `DOC-00${i + 1}`,
        vName,
        vRegNo,
        vCouncil,
        vSpeciality,
        vQualification: 'MBBS, MD',
        vPhone: `555000810${i}`,
      })),
    },
    {
      kind: 'lab',
      rows: [
        {
          vCode: 'CITY-DIAG',
          vName: 'City Diagnostics',
          vNablNo: 'MC-1234',
          vPincode: '560041',
          vPhone: '5550008201',
          pooIds: [1, 2, 3, 4],
        },
        {
          vCode: 'DECCAN-LAB',
          vName: 'Deccan Path Lab',
          vNablNo: 'MC-4410',
          vPincode: '500081',
          vPhone: '5550008202',
          pooIds: [7, 8],
        },
      ],
    },
    {
      kind: 'assay',
      rows: assays.map(
        ([vCode, vName, vLoinc, iMeasureId, [critLow, critHigh], [absLow, absHigh], women, men]) =>
          filled({
            ...{ vCode, vName, vLoinc, iMeasureId, critLow, critHigh, absLow, absHigh },
            ranges: men ? [adult('female', women), adult('male', men)] : [adult('any', women)],
          }),
      ),
    },
    {
      kind: 'labTest',
      rows: [
        ['HBA1C-T', 'HbA1c test', 'blood', 0, 24, 450_00],
        ['CBC-T', 'Complete blood count', 'blood', 0, 12, 300_00],
        ['RFT-T', 'Renal function', 'serum', 1, 24, 650_00],
        ['URINE-T', 'Urine routine', 'urine', 0, 12, 180_00],
        ['ELECTROLYTES-T', 'Electrolytes', 'serum', 0, 12, 350_00],
        ['LIPID-T', 'Lipid profile', 'serum', 1, 24, 550_00],
        ['THYROID-T', 'Thyroid profile', 'serum', 0, 24, 500_00],
      ].map(([vCode, vName, vSampleType, bFasting, iTatHours, nPricePaise]) => ({
        vCode,
        vName,
        vSampleType,
        bFasting,
        iTatHours,
        nPricePaise,
        labIds: [1, 2],
      })),
    },
    {
      kind: 'labTestMapping',
      rows: [
        { iLabId: 1, iLabTestId: 1, assayIds: [1] },
        { iLabId: 1, iLabTestId: 2, assayIds: [2] },
        { iLabId: 2, iLabTestId: 3, assayIds: [3] },
        { iLabId: 1, iLabTestId: 3, assayIds: [3, 10] },
        { iLabId: 1, iLabTestId: 5, assayIds: [4, 5] },
        { iLabId: 1, iLabTestId: 6, assayIds: [7, 8] },
        { iLabId: 1, iLabTestId: 7, assayIds: [9] },
      ],
    },
  ];
}
