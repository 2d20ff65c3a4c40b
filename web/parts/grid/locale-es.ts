export { AG_GRID_LOCALE_ES as words } from '@ag-grid-community/locale';
