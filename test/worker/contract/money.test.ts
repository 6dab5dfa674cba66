import { billRows } from './bills.ts'
import { checkRows } from './check-rows.ts'
import { ledgerRows } from './ledger.ts'

checkRows('bills', billRows)
checkRows('the general ledger and the accounting system', ledgerRows)
