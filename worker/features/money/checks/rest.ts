import * as endpoints from '../../../../schema/money/checks/endpoints.ts'
import { listDoors } from '../../../transport/list-doors.ts'
import { door } from '../../../transport/rest.ts'
import './hold.ts'
import { decideFinding } from './decide.ts'
import { addEmployeeAccount, readEmployeeAccounts, removeEmployeeAccount } from './employee-accounts.ts'
import { checkOperations } from './list.ts'
import { readFinding, readFindingsOfBill, readMonths } from './read.ts'
import { readCheckSettings, setCheckSettings } from './settings.ts'
import { createSilence, liftSilence, readSilences } from './silences.ts'

export const checkDoors = [
  ...listDoors(endpoints.checkList, endpoints.checkFile, checkOperations),
  door(endpoints.getFinding, readFinding),
  door(endpoints.decideFinding, decideFinding),
  door(endpoints.findingsOfBill, readFindingsOfBill),
  door(endpoints.checkMonths, readMonths),
  door(endpoints.getCheckSettings, readCheckSettings),
  door(endpoints.setCheckSettings, setCheckSettings),
  door(endpoints.listSilences, readSilences),
  door(endpoints.createSilence, createSilence),
  door(endpoints.liftSilence, liftSilence),
  door(endpoints.listEmployeeAccounts, readEmployeeAccounts),
  door(endpoints.addEmployeeAccount, addEmployeeAccount),
  door(endpoints.removeEmployeeAccount, removeEmployeeAccount),
]
