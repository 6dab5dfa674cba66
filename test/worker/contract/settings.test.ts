import { checkRows } from './check-rows.ts'
import { peopleRows } from './people.ts'
import { settingsRows } from './settings.ts'
import { unitRows } from './units.ts'

checkRows('settings', settingsRows)
checkRows('units and categories', unitRows)
checkRows('sessions, members and lookups', peopleRows)
