import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/member-imports/endpoints.ts'
import { postFile } from '../../../lib/post-file.ts'
import { type BodyOf, call, newCommandId, type QueryOf } from '../../../lib/rest.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'

export type {
  MemberImport,
  MemberImportRow,
  MemberImportSummary,
  MemberOutcome,
} from '../../../../schema/platform/member-imports/endpoints.ts'

export const importKeys = {
  list: ['member-imports', 'list'] as const,
  one: (id: string) => ['member-imports', 'one', id] as const,
  rows: (id: string, filter: string, version: number) => ['member-imports', 'rows', id, filter, version] as const,
}

export const fetchImports = ({ cursor, first }: PageRequest, signal: AbortSignal) =>
  call(endpoints.listMemberImports, { query: { cursor, first }, signal })

export const useImport = (memberImportId: string) =>
  useQuery({
    queryKey: importKeys.one(memberImportId),
    queryFn: ({ signal }) => call(endpoints.getMemberImport, { params: { memberImportId }, signal }),
  })

export type RowFilter = NonNullable<QueryOf<typeof endpoints.listMemberImportRows>['filter']>

export const fetchRows = (
  memberImportId: string,
  filter: RowFilter,
  { cursor, first }: PageRequest,
  signal: AbortSignal,
) => call(endpoints.listMemberImportRows, { params: { memberImportId }, query: { filter, cursor, first }, signal })

/** Returns the import's id. Throws UploadError with what is wrong with the file. */
export const uploadImport = async (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  const form = new FormData()
  form.append('file', file)
  const answer = await postFile(endpoints.uploadMemberImport.path, form, onProgress, signal)
  return endpoints.uploadMemberImport.response.parse(JSON.parse(answer)).id
}

export const checkImport = (
  memberImportId: string,
  body: BodyOf<typeof endpoints.checkMemberImport>,
  commandId: string,
) => call(endpoints.checkMemberImport, { params: { memberImportId }, body, commandId })
export const startImport = (
  memberImportId: string,
  body: BodyOf<typeof endpoints.startMemberImport>,
  commandId: string,
) => call(endpoints.startMemberImport, { params: { memberImportId }, body, commandId })
/** Who would leave and who would stay. Nothing changes. */
export const rehearseUndo = async (memberImportId: string, version: number) => {
  const body = { version, isRehearsal: true }
  const { rehearsal } = await call(endpoints.undoMemberImport, {
    params: { memberImportId },
    body,
    commandId: newCommandId(),
  })
  return rehearsal
}
export const undoImport = (memberImportId: string, version: number, commandId: string) =>
  call(endpoints.undoMemberImport, { params: { memberImportId }, body: { version }, commandId })
export const deleteImport = (memberImportId: string, commandId: string) =>
  call(endpoints.deleteMemberImport, { params: { memberImportId }, commandId })

export const TEMPLATE_HREF = endpoints.memberImportTemplate.path
