import { inPlace } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { countCalls } from '../session/index.ts'

/** The reason for a refusal, in the company's log if it is known whose it is. */
export const tellCompany = async (context: BaseContext, companyId: string | null, why: string): Promise<void> => {
  context.log.info('sign-on.refused', { companyId, why })
  if (companyId === null) return
  await commit(await inPlace(context, { companyId }), {
    subject: 'The log',
    statements: [],
    audit: [
      {
        changeKey: `sign-on-refused:${context.newId()}`,
        action: 'company.sign-on-refused',
        targetType: 'COMPANY',
        targetId: companyId,
        message: `Refused a login: ${why}`,
        changeData: null,
      },
    ],
    result: null,
    as: { companyId, userId: null },
  })
}

const HOUR_MS = 60 * 60 * 1000

/** What everyone meets while a provider is gone, which anyone can cause to be said again: once an hour is enough. */
export const tellCompanyHourly = async (context: BaseContext, companyId: string, why: string): Promise<void> => {
  const [told = 0] = await countCalls(context, HOUR_MS, [`sign-on-told:${companyId}:${why.slice(0, 60)}`])
  if (told === 1) await tellCompany(context, companyId, why)
}
