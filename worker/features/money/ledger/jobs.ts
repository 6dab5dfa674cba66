import './evidence.ts'
import { registerEntrySource } from '../../platform/accounting/index.ts'
import { syncSource } from './sync-source.ts'

registerEntrySource(syncSource)
