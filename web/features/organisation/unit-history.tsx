import { ObjectHistory } from '../audit/object-history.tsx'
import { type UnitKind, unitKeys } from './api.ts'

/** What happened to the group or department, newest first. */
export const UnitHistory = ({ kind, id }: { kind: UnitKind; id: string }) => (
  <ObjectHistory targetType={kind.auditTarget} id={id} queryKey={unitKeys.history(kind, id)} />
)
