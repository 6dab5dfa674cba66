import * as endpoints from '../../../../schema/approvals/approver-matrix/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { backtestMatrix } from './backtest.ts'
import * as operations from './operations.ts'
import { resolveNames } from './resolve-names.ts'

export const approverMatrixDoors = [
  door(endpoints.listApproverMatrices, operations.listMatrices),
  door(endpoints.getApproverMatrix, operations.readMatrix),
  door(endpoints.createApproverMatrix, operations.createMatrix),
  door(endpoints.renameApproverMatrix, operations.renameMatrix),
  door(endpoints.deleteApproverMatrix, operations.deleteMatrix),
  door(endpoints.saveApproverMatrixLogic, operations.saveMatrixLogic),
  door(endpoints.backtestApproverMatrix, backtestMatrix),
  door(endpoints.resolveMatrixNames, resolveNames),
]
