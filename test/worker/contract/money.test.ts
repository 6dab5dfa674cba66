import { billRows } from './bills.ts'
import { checkRows } from './check-rows.ts'

checkRows('bills', billRows)
