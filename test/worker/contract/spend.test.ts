import { checkRows } from './check-rows.ts'
import { spendRows } from './spend-requests.ts'

checkRows('spend requests', spendRows)
