import { FIRST_CELL } from '../../core/cells.ts'
import type { Env } from '../../env.ts'
import type { ApprovalCalls } from './protocol.ts'
import { objectName } from './subject.ts'

export type { ExecuteInput, ExecuteResult, PlanningBase } from './protocol.ts'

export interface ApprovalClient extends ApprovalCalls {
  /** Forwards a WebSocket upgrade. The caller has checked that the person may see the request. */
  fetch(request: Request): Promise<Response>
}

/** The approvals of one subject, by its kind ("intake") and id. */
export const approvalFor = (env: Pick<Env, 'APPROVALS' | 'CELL'>, kind: string, id: string): ApprovalClient => {
  const stub = env.APPROVALS.getByName(objectName(kind, id))
  // The platform's stub type can't express results that contain `unknown`. The object implements ApprovalCalls.
  const calls = stub as unknown as ApprovalCalls
  return {
    execute: (input) => calls.execute({ ...input, cell: env.CELL ?? FIRST_CELL }),
    rehearse: (input) => calls.rehearse(input),
    changesSince: (companyId, version) => calls.changesSince(companyId, version),
    stillTold: (companyId, notification) => calls.stillTold(companyId, notification),
    read: (companyId) => calls.read(companyId),
    planningBase: (companyId) => calls.planningBase(companyId),
    log: (companyId, after) => calls.log(companyId, after),
    announce: (isChanged) => calls.announce(isChanged),
    rebuild: () => calls.rebuild(),
    fetch: (request) => stub.fetch(request),
  }
}
