import * as endpoints from '../../../../schema/platform/shell/endpoints.ts'
import { reportError } from '../../../../schema/platform/shell/error-report.ts'
import { door } from '../../../transport/rest.ts'
import { takeErrorReport } from './error-reports.ts'
import { readCompany, readLogo, readMemberships, readPermissions } from './operations.ts'

export const shellDoors = [
  door(endpoints.getCurrentPermissions, readPermissions),
  door(endpoints.getCurrentCompany, readCompany),
  door(endpoints.getCompanyMemberships, readMemberships),
  door(endpoints.getCompanyLogo, readLogo),
  door(reportError, takeErrorReport),
]
