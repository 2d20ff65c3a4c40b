/** The UCUM unit in which each assay is kept, by its LOINC code. */
export const assayUnits: Readonly<Record<string, string>> = {
  '4548-4': '%',
  '1558-6': 'mg/dL',
  '2160-0': 'mg/dL',
  '13457-7': 'mg/dL',
  '2085-9': 'mg/dL',
  '2093-3': 'mg/dL',
  '2571-8': 'mg/dL',
  '3016-3': 'm[IU]/L',
  '718-7': 'g/dL',
  '2823-3': 'mmol/L',
  '2951-2': 'mmol/L',
  '9318-7': 'mg/g',
};
