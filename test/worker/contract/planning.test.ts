import { checkRows } from './check-rows.ts'
import { mappingRows } from './mappings.ts'
import { planRows } from './plans.ts'
import { recodeRows } from './recode.ts'
import { transactionRows } from './transactions.ts'

checkRows('mapping the accounting system', mappingRows)
checkRows('reading transactions', transactionRows)
checkRows('changing and discussing transactions', recodeRows)
checkRows('plans', planRows)
