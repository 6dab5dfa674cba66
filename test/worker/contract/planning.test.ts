import { checkRows } from './check-rows.ts'
import { mappingRows } from './mappings.ts'

checkRows('mapping the accounting system', mappingRows)
