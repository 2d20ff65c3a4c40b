export { AG_GRID_LOCALE_ES as translations } from '@ag-grid-community/locale';
