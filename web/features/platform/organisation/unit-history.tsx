import { History } from '../audit/index.ts'
import { type UnitKind, unitKeys } from './api.ts'

/** The history of a unit, newest first. */
export const UnitHistory = ({ kind, id }: { kind: UnitKind; id: string }) => (
  <History targetType={kind.auditTarget} targetId={id} queryKey={unitKeys.history(kind, id)} />
)
