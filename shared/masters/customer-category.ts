import { defineMaster } from '../families/master.ts';

export const customerCategory = defineMaster({
  route: 'masters/customerCategoryMaster',
  kind: 'customerCategory',
  title: { en: 'Customer categories', es: 'Categorías de clientes' },
  example: { vCode: 'CHRONIC', vName: 'Chronic care' },
});
