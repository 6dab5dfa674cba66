import { registerCron } from '../../../core/cron.ts'
import { forgetUnfiled } from './forget.ts'

registerCron('unfiled-proposed-vendors', forgetUnfiled)
