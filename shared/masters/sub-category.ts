import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const subCategory = defineMaster({
  route: 'masters/subCategoryMaster',
  kind: 'subCategory',
  title: ['Sub-categories', 'Subcategorías'],
  deactivateUnused: true,
  fields: [reference('iCategoryId', ['Category', 'Categoría'], 'category', { required: true })],
  example: { vCode: 'ANALGESIC', vName: 'Analgesics', iCategoryId: 1 },
});
