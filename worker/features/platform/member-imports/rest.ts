/**
 * Members from CSV files. Invariants: nothing is written before a check was shown; everyone is added by the rules for
 * adding one member, all in one write; what an import did is listed and can be undone as a whole.
 */
import * as endpoints from '../../../../schema/platform/member-imports/endpoints.ts'
import { MAX_IMPORT_BYTES } from '../../../../schema/shared/imports.ts'
import { csvResponse } from '../../../core/csv.ts'
import { type Door, door, formDoor, rawDoor } from '../../../transport/rest.ts'
import { checkMemberImport, deleteMemberImport, startMemberImport, uploadMemberImport } from './operations.ts'
import { listMemberImportRows, listMemberImports, readMemberImport, readMemberTemplate } from './read.ts'
import { undoMemberImport } from './undo.ts'

export const memberImportDoors: Door[] = [
  formDoor(endpoints.uploadMemberImport, uploadMemberImport, {
    maxBytes: MAX_IMPORT_BYTES,
    tooLarge: 'The file is larger than 10 MB. Split it into several files.',
  }),
  door(endpoints.listMemberImports, listMemberImports),
  rawDoor(endpoints.memberImportTemplate, readMemberTemplate, csvResponse),
  door(endpoints.getMemberImport, readMemberImport),
  door(endpoints.listMemberImportRows, listMemberImportRows),
  door(endpoints.checkMemberImport, checkMemberImport),
  door(endpoints.startMemberImport, startMemberImport),
  door(endpoints.undoMemberImport, undoMemberImport),
  door(endpoints.deleteMemberImport, deleteMemberImport),
]
