import { BOOKS_SYSTEMS } from '../../../../schema/platform/accounting/books.ts'
import { registerSync } from '../../../core/syncs.ts'
import { booksSync } from './sync.ts'

for (const system of BOOKS_SYSTEMS) registerSync(booksSync(system))
