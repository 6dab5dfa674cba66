import { builder } from './builder.ts'
import './session-fields.ts'
import './document-fields.ts'
import './inbound-mail-fields.ts'
import './intake-fields.ts'
import './organisation-fields.ts'
import './member-fields.ts'
import './company-settings-fields.ts'
import './service-fields.ts'
import './vendor-fields.ts'
import './thread-fields.ts'
import './unit-fields.ts'

export const schema = builder.toSchema()
