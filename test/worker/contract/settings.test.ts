import { checkRows } from './check-rows.ts'
import { peopleRows } from './people.ts'
import { ruleSetRows } from './rule-sets.ts'
import { settingsRows } from './settings.ts'
import { unitRows } from './units.ts'

checkRows('settings', settingsRows)
checkRows('rule sets', ruleSetRows)
checkRows('units and categories', unitRows)
checkRows('sessions, members and lookups', peopleRows)
