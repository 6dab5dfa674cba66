import { asksAfterEmailLink, registerDisabled } from '../members/index.ts'
import { registerFactorOwed } from '../session/index.ts'
import { endFactors } from './end.ts'
import { hasFactor } from './whose.ts'

registerDisabled(endFactors)

/** After an email link, people who have a factor give it, and where the company asks for one everyone does. */
registerFactorOwed(
  ({ companyId, userId, method }) => `CASE WHEN ${method} = 'EMAIL_LINK'
    AND (${hasFactor(companyId, userId)} OR ${asksAfterEmailLink(companyId)}) THEN 'ANY' END`,
)
