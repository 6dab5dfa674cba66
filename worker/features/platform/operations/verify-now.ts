import { verifyCompanyChain } from '../../../../schema/platform/operations/endpoints.ts'
import { inPlace } from '../../../core/cells.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { checkChainNow, hasChain, sealAuditLog } from '../audit/index.ts'

/** Changes nothing of the company's, so that it isn't in its history: the check says who asked. Throws NOT_FOUND. */
export const verifyNow = command({
  id: 'super-admin.verify-chain',
  access: 'platform.administer',
  idempotency: 'none',
  input: inputOf(verifyCompanyChain),
  run: async (context, { companyId }) => {
    const { env, db, clock, actor } = await inPlace(context, { companyId })
    await sealAuditLog(db)
    if (!(await hasChain(db, companyId))) throw notFound('The company')
    const report = await checkChainNow({ env, db, now: clock.now(), by: actor.name }, companyId)
    return {
      isDone: report !== null,
      entries: report?.checked ?? 0,
      problem: report?.firstBroken?.problem ?? null,
    }
  },
})
