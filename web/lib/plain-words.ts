import { z } from 'zod'
import { plainWords } from '../../schema/shared/plain-words.ts'

// What forms check before they send reads like what the server answers.
z.config({ localeError: plainWords })
