import { accountingRows } from './accounting.ts'
import { checkRows } from './check-rows.ts'
import { peopleRows } from './people.ts'
import { ruleSetRows } from './rule-sets.ts'
import { settingsRows } from './settings.ts'
import { superAdminRows } from './super-admin.ts'
import { unitRows } from './units.ts'

checkRows('settings', settingsRows)
checkRows('the accounting system', accountingRows)
checkRows('rule sets', ruleSetRows)
checkRows('units and categories', unitRows)
checkRows('platform staff', superAdminRows)
checkRows('sessions, members and lookups', peopleRows)
