import {
  departmentApproverOptions,
  OPTION_KINDS,
  selectOptions,
} from '../../../../schema/platform/lookups/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { departmentApprovers, optionQueries } from './operations.ts'

export const lookupDoors = [
  ...OPTION_KINDS.map((kind) => door(selectOptions[kind], optionQueries[kind])),
  door(departmentApproverOptions, departmentApprovers),
]
