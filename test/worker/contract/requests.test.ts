import { checkRows } from './check-rows.ts'
import { configurationRows } from './configuration.ts'
import { requestCommandRows } from './request-commands.ts'
import { requestRows } from './requests.ts'

checkRows('reading requests', requestRows)
checkRows('changing requests', requestCommandRows)
checkRows('configuring requests', configurationRows)
