import { registerDisabled } from '../members/index.ts'
import { endFactors } from './end.ts'

registerDisabled(endFactors)
