import { reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const subCategory = defineMaster({
  route: 'masters/subCategoryMaster',
  kind: 'subCategory',
  title: { en: 'Sub-categories', es: 'Subcategorías' },
  deactivateUnused: true,
  fields: [reference('iCategoryId', { en: 'Category', es: 'Categoría' }, 'category', { required: true })],
  example: { vCode: 'ANALGESIC', vName: 'Analgesics', iCategoryId: 1 },
});
