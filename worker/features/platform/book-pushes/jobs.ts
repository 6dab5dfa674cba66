import { registerBooks } from '../../../core/books.ts'
import { registerCron } from '../../../core/cron.ts'
import { forgetPushedRows } from './forget-rows.ts'
import { pushedBooks } from './pushed-books.ts'

registerBooks(pushedBooks)
registerCron('pushed-rows', forgetPushedRows)
