import type { CompanyFlag } from '../../../../../schema/shared/permissions.ts'

/** SQL condition: the company has the flag on. Only for flags that are off unless set. @param company SQL of its id */
export const hasFlag = (company: string, flag: CompanyFlag): string =>
  `(SELECT fc.flags ->> '$.${flag}' FROM companies fc WHERE fc.id = ${company}) IS 1`
