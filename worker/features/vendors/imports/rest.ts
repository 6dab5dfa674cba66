/**
 * Vendors from CSV files. Invariants: nothing is written before a check was shown; every row is imported at most once,
 * whatever is repeated or interrupted; what an import did can be listed and undone.
 */
import { MAX_IMPORT_BYTES } from '../../../../schema/shared/imports.ts'
import * as endpoints from '../../../../schema/vendors/imports/endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { type Door, door, formDoor, rawDoor } from '../../../transport/rest.ts'
import {
  checkVendorImport,
  deleteVendorImport,
  rollBackVendorImport,
  startVendorImport,
  uploadVendorImport,
} from './operations.ts'
import { exportBadRows, listVendorImportRows, listVendorImports, readTemplate, readVendorImport } from './read.ts'

export const vendorImportDoors: Door[] = [
  formDoor(endpoints.uploadVendorImport, uploadVendorImport, {
    maxBytes: MAX_IMPORT_BYTES,
    tooLarge: 'The file is larger than 10 MB. Split it into several files.',
  }),
  door(endpoints.listVendorImports, listVendorImports),
  rawDoor(endpoints.importTemplate, readTemplate, csvResponse),
  door(endpoints.getVendorImport, readVendorImport),
  door(endpoints.listVendorImportRows, listVendorImportRows),
  rawDoor(endpoints.badRowsCsv, exportBadRows, csvResponse),
  door(endpoints.checkVendorImport, checkVendorImport),
  door(endpoints.startVendorImport, startVendorImport),
  door(endpoints.rollBackVendorImport, rollBackVendorImport),
  door(endpoints.deleteVendorImport, deleteVendorImport),
]
