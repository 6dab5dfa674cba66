import { checkRows } from './check-rows.ts'
import { mappingRows } from './mappings.ts'
import { transactionRows } from './transactions.ts'

checkRows('mapping the accounting system', mappingRows)
checkRows('reading transactions', transactionRows)
