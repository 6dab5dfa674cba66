import { accountingRows } from './accounting.ts'
import { checkRows } from './check-rows.ts'
import { peopleRows } from './people.ts'
import { provisioningRows } from './provisioning/rows.ts'
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
checkRows('what an identity provider’s names mean', provisioningRows)
