import { asksAfterEmailLink, registerDisabled } from '../members/index.ts'
import { registerBreakGlass, registerFactorOwed } from '../session/index.ts'
import { endFactors } from './end.ts'
import { hasFactor, hasPasskey } from './whose.ts'

registerDisabled(endFactors)
registerBreakGlass(hasPasskey)

/** After an email link, people who have a factor give it, and where the company asks for one everyone does. */
registerFactorOwed(
  ({ companyId, userId, method }) => `CASE WHEN ${method} = 'EMAIL_LINK'
    AND (${hasFactor(companyId, userId)} OR ${asksAfterEmailLink(companyId)}) THEN 'ANY' END`,
)
