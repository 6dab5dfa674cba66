export { ImportList as Page } from '../../features/vendor-imports/import-list.tsx'
