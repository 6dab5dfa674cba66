import { billRows } from './bills.ts'
import { checkRows } from './check-rows.ts'
import { ledgerRows } from './ledger.ts'
import { paymentRows } from './payments.ts'

checkRows('bills', billRows)
checkRows('the general ledger and the accounting system', ledgerRows)
checkRows('payments accounts and bank accounts', paymentRows)
