/**
 * What screens share on which a file is imported: choosing it, its columns, and what its rows do.
 */
export { ImportCounts } from './counts.tsx'
export { ImportUpload } from './import-upload.tsx'
export { default as importClasses } from './imports.module.css'
export { MappingTable } from './mapping-table.tsx'
export { Problems } from './problems.tsx'
export { counted } from './words.ts'
